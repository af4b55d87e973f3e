package io.livekube.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.RequestFailure;
import io.livekube.core.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiErrorReaderTest {
    @ParameterizedTest
    @CsvSource({
        "400, BadRequest, Rejected",
        "401, Unauthorized, Unauthorized",
        "403, Forbidden, Forbidden",
        "404, NotFound, NotServed",
        "405, MethodNotAllowed, NotServed",
        "406, NotAcceptable, Rejected",
        "410, Expired, Expired",
        "410, Gone, Expired",
        "422, Invalid, Rejected",
        "429, TooManyRequests, Throttled",
        "500, InternalError, Transient",
        "500, Expired, Expired",
        "502, '', Transient",
        "503, ServiceUnavailable, Transient",
        "504, Timeout, Transient"
    })
    void aStatusMeansTheSameAsAnAnswerAndInsideAWatch(int code, String reason, String meaning) throws Exception {
        byte[] status = status(code, reason, "{}");
        assertThat(ApiErrorReader.failure(code, OptionalLong.empty(), status)
                        .getClass()
                        .getSimpleName())
                .isEqualTo(meaning);
        assertThat(ApiErrorReader.inStream(status).getClass().getSimpleName()).isEqualTo(meaning);
    }

    @Test
    void aTooLargeVersionIsRecognizedByItsCause() throws Exception {
        byte[] status = status(
                504, "Timeout", "{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\"}],\"retryAfterSeconds\":1}");
        assertThat(ApiErrorReader.failure(504, OptionalLong.empty(), status))
                .isInstanceOf(RequestFailure.TooLarge.class);
        assertThat(ApiErrorReader.inStream(status)).isInstanceOf(RequestFailure.TooLarge.class);
    }

    @Test
    void retryAfterIsTakenFromTheHeaderOrElseFromTheStatus() {
        byte[] status = status(503, "ServiceUnavailable", "{\"retryAfterSeconds\":7}");
        assertThat(ApiErrorReader.failure(503, OptionalLong.empty(), status))
                .isEqualTo(new RequestFailure.Throttled(Duration.ofSeconds(7), "503: what happened"));
        assertThat(ApiErrorReader.failure(503, OptionalLong.of(3), status))
                .isEqualTo(new RequestFailure.Throttled(Duration.ofSeconds(3), "503: what happened"));
        assertThat(ApiErrorReader.failure(429, OptionalLong.empty(), new byte[0]))
                .isEqualTo(new RequestFailure.Throttled(Duration.ofSeconds(1), "HTTP 429"));
    }

    @Test
    void aProxysErrorPageIsShownUnchanged() {
        byte[] page = "<html>Bad gateway</html>\n".getBytes(StandardCharsets.UTF_8);
        assertThat(ApiErrorReader.failure(502, OptionalLong.empty(), page))
                .isEqualTo(new RequestFailure.Transient("HTTP 502: <html>Bad gateway</html>"));
        assertThat(ApiErrorReader.failure(410, OptionalLong.empty(), new byte[0]))
                .isEqualTo(new RequestFailure.Expired("HTTP 410"));
    }

    @Test
    void aRefusalInProtobufIsUnderstood() {
        byte[] status = new Message()
                .text(2, "Failure")
                .text(3, "too old resource version")
                .text(4, "Expired")
                .number(6, 410)
                .inEnvelope("v1", "Status");
        assertThat(ApiErrorReader.failure(410, OptionalLong.empty(), status))
                .isEqualTo(new RequestFailure.Expired("410: too old resource version"));
    }

    private static byte[] status(int code, String reason, String details) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":%d,\"reason\":\"%s\",\"message\":\"what happened\",\"details\":%s}"
                .formatted(code, reason, details)
                .getBytes(StandardCharsets.UTF_8);
    }
}
