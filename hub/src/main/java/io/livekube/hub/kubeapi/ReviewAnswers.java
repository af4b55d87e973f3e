package io.livekube.hub.kubeapi;

import io.livekube.core.model.Resource;
import io.livekube.hub.discovery.Catalogue;
import io.livekube.hub.review.BadReviewException;
import io.livekube.hub.review.Review;
import io.livekube.hub.review.ReviewKind;
import io.livekube.hub.transport.Answers;
import io.livekube.hub.transport.BodyLimit;
import io.livekube.hub.transport.Documents;
import io.livekube.hub.transport.Exchange;
import io.livekube.hub.transport.HttpProblem;
import java.util.List;
import java.util.Locale;

/// Reads questions of clients about themselves, and answers them, each in JSON or in protobuf.
final class ReviewAnswers {
    static final BodyLimit LIMIT = new BodyLimit("a review", 64 << 10);

    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private ReviewAnswers() {}

    static void send(Exchange exchange, ReviewKind kind, byte[] body, Catalogue catalogue) {
        List<Resource> served = catalogue.readable();
        Review review = read(exchange, kind, body);
        String type = Accepted.of(exchange)
                .mediaType(List.of(Answers.JSON, PROTOBUF))
                .orElseThrow(() -> HttpProblem.of(
                        406, "only the following media types are accepted: %s, %s".formatted(Answers.JSON, PROTOBUF)));
        byte[] answer =
                type.equals(PROTOBUF) ? review.answerInProtobuf(served) : Documents.bytes(review.answer(served));
        exchange.send(201, type, answer);
    }

    private static Review read(Exchange exchange, ReviewKind kind, byte[] body) {
        String type = exchange.header("Content-Type").orElse(Answers.JSON);
        try {
            return switch (type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)) {
                case Answers.JSON -> Review.ofJson(kind, Documents.parseForeign(body));
                case PROTOBUF -> Review.ofProtobuf(kind, body);
                default ->
                    throw HttpProblem.of(415, "The body of a review is %s or %s.".formatted(Answers.JSON, PROTOBUF));
            };
        } catch (BadReviewException e) {
            throw HttpProblem.of(400, e.sentence());
        }
    }
}
