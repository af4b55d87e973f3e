package io.livekube.hub.agentapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.ResponseHead;
import io.livekube.protocol.Answer;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.json.AnswerCodec;

/// Writes protocol answers as HTTP responses: a status and, for negative answers, the error fields that all
/// endpoints use.
final class SyncResponses {
    private SyncResponses() {}

    static void send(HttpExchange exchange, Answer answer) {
        send(exchange, answer, AnswerCodec.httpStatus(answer));
    }

    /// A batch that is too large gets an HTTP error without a protocol answer: the agent splits it.
    static void send(HttpExchange exchange, ProtocolException invalid) {
        String sentence = String.valueOf(invalid.getMessage());
        switch (invalid.problem()) {
            case MALFORMED -> send(exchange, new Answer.Refused(sentence), 400);
            case UNSUPPORTED -> send(exchange, new Answer.Refused(sentence), 415);
            case OUT_OF_STEP -> send(exchange, new Answer.Reset(sentence), 409);
            case TOO_LARGE -> throw HttpProblem.of(413, sentence);
        }
    }

    private static void send(HttpExchange exchange, Answer answer, int status) {
        byte[] body = AnswerCodec.encode(answer);
        if (status < 400) {
            exchange.send(status, ResponseHead.JSON, body);
            return;
        }
        if (answer instanceof Answer.BackOff backOff) {
            exchange.setHeader("Retry-After", ResponseHead.seconds(backOff.after()));
        }
        ObjectNode document = JsonDocuments.parse(body);
        document.put("error", sentence(answer)).put("status", status);
        exchange.send(status, document);
    }

    private static String sentence(Answer answer) {
        return switch (answer) {
            case Answer.Acknowledged _ -> "";
            case Answer.Mismatch mismatch ->
                mismatch.resources().isEmpty()
                        ? "The batch contains a delta against objects that the hub does not hold."
                        : "The batch does not result in the digests it declares for %s."
                                .formatted(mismatch.resources());
            case Answer.Reset reset -> reset.reason();
            case Answer.BackOff backOff -> backOff.reason();
            case Answer.TurnOff off -> off.reason();
            case Answer.Refused refused -> refused.reason();
        };
    }
}
