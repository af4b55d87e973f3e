package io.livekube.agent.uplink;

import io.livekube.agent.uplink.HubLink.Reply;
import io.livekube.protocol.Answer;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.json.AnswerCodec;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Interprets HTTP responses, which may come from a hub or from a proxy in between.
final class HttpReply {
    /// Upper bound on a Retry-After that we accept.
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(10);

    private static final int SHOWN = 200;

    private HttpReply() {}

    static boolean rejectsToken(HttpResponse<byte[]> response) {
        return response.statusCode() == 401 || response.statusCode() == 403;
    }

    static Reply of(HttpResponse<byte[]> response) {
        if (rejectsToken(response)) {
            return noAnswer(
                    "the hub rejected the token: %s; check that it is this cluster's token".formatted(said(response)));
        }
        Optional<Answer> answer = answer(response);
        if (answer.isPresent()) {
            return new Reply.Answered(answer.get());
        }
        int status = response.statusCode();
        if (status == 413) {
            return new Reply.TooLarge(said(response));
        }
        if (status == 429 || status >= 500) {
            return new Reply.NoAnswer(said(response), retryAfter(response));
        }
        return noAnswer("not a hub's response: %s; check the URL and any proxy in between".formatted(said(response)));
    }

    /// Empty if the body is not a hub's answer; then the status decides.
    private static Optional<Answer> answer(HttpResponse<byte[]> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (!type.startsWith("application/json")) {
            return Optional.empty();
        }
        try {
            return Optional.of(AnswerCodec.decode(response.body()));
        } catch (ProtocolException e) {
            return Optional.empty();
        }
    }

    private static Reply noAnswer(String reason) {
        return new Reply.NoAnswer(reason, Optional.empty());
    }

    /// Only seconds are supported, since dates require synchronized clocks.
    static Optional<Duration> retryAfter(HttpResponse<byte[]> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("[0-9]{1,6}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .map(asked -> asked.compareTo(MAX_RETRY_AFTER) < 0 ? asked : MAX_RETRY_AFTER);
    }

    static String said(HttpResponse<byte[]> response) {
        byte[] body = response.body();
        String text = new String(body, 0, Math.min(body.length, SHOWN), StandardCharsets.UTF_8)
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .strip();
        return "HTTP " + response.statusCode() + (text.isEmpty() ? "" : ": " + text);
    }
}
