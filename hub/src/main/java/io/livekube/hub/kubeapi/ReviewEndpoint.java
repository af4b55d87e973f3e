package io.livekube.hub.kubeapi;

import io.livekube.core.model.Resource;
import io.livekube.hub.discovery.ApiCatalogue;
import io.livekube.hub.kubeapi.review.AccessReview;
import io.livekube.hub.kubeapi.review.InvalidReviewException;
import io.livekube.hub.kubeapi.review.ReviewKind;
import io.livekube.hub.transport.BodyLimit;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.ResponseHead;
import java.util.List;
import java.util.Locale;

/// Answers access reviews, in JSON or protobuf.
final class ReviewEndpoint {
    static final BodyLimit LIMIT = new BodyLimit("a review", 64 << 10);

    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private ReviewEndpoint() {}

    static void send(HttpExchange exchange, ReviewKind kind, byte[] body, ApiCatalogue catalogue) {
        List<Resource> served = catalogue.readable();
        AccessReview review = read(exchange, kind, body);
        String type = AcceptHeader.of(exchange)
                .mediaType(List.of(ResponseHead.JSON, PROTOBUF))
                .orElseThrow(() -> HttpProblem.of(
                        406,
                        "only the following media types are accepted: %s, %s".formatted(ResponseHead.JSON, PROTOBUF)));
        byte[] answer =
                type.equals(PROTOBUF) ? review.answerInProtobuf(served) : JsonDocuments.bytes(review.answer(served));
        exchange.send(201, type, answer);
    }

    private static AccessReview read(HttpExchange exchange, ReviewKind kind, byte[] body) {
        String type = exchange.header("Content-Type").orElse(ResponseHead.JSON);
        try {
            return switch (type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)) {
                case ResponseHead.JSON -> AccessReview.ofJson(kind, JsonDocuments.parseForeign(body));
                case PROTOBUF -> AccessReview.ofProtobuf(kind, body);
                default ->
                    throw HttpProblem.of(
                            415,
                            "Unsupported media type: a review must be %s or %s."
                                    .formatted(ResponseHead.JSON, PROTOBUF));
            };
        } catch (InvalidReviewException e) {
            throw HttpProblem.of(400, e.sentence());
        }
    }
}
