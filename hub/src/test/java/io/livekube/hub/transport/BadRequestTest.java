package io.livekube.hub.transport;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.RawConnection;
import io.livekube.hub.TestingHub;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests rejected before a batch is decoded; each gets a response of one sentence, and the hub keeps
/// serving.
@Timeout(60)
class BadRequestTest {
    private static final String SYNC = "/agent/v1/clusters/demo/sync";

    /// Long enough for a good batch on a busy machine.
    private static final Duration SHORT_LIMIT = Duration.ofSeconds(5);

    private TestingHub hub = start(limits -> limits);

    private static TestingHub start(UnaryOperator<HttpLimits> change) {
        TestingHub hub = TestingHub.start(config -> config, change);
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
        return hub;
    }

    /// Restarts the hub with short time limits for headers and bodies.
    private void restartWithShortTimeouts() {
        hub.close();
        hub = start(limits -> limits.withTimes(SHORT_LIMIT, SHORT_LIMIT, Duration.ofSeconds(30)));
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        byte[] good = delta(SESSION, 2, "default", "late", 60_000).getBytes(StandardCharsets.UTF_8);
        // On a new connection: with limits this short, the hub may close an idle one at any moment.
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(hub.batch("demo", good).build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .as("a good batch still works")
                    .isEqualTo(200);
        }
        hub.close();
    }

    private static String head(String method, String path, String... headers) {
        return method + " " + path + " HTTP/1.1\r\nHost: hub\r\n" + String.join("\r\n", headers)
                + (headers.length == 0 ? "" : "\r\n") + "\r\n";
    }

    private static String[] asDemo(String... more) {
        String[] headers = new String[more.length + 2];
        headers[0] = "Authorization: Bearer " + TestingHub.token("demo");
        headers[1] = "Content-Type: application/json";
        System.arraycopy(more, 0, headers, 2, more.length);
        return headers;
    }

    private HttpResponse<String> postAs(String authorization) {
        HttpRequest.Builder request = hub.request(SYNC)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(delta(SESSION, 2, "default", "evil", 1)));
        return hub.send(authorization.isEmpty() ? request : request.header("Authorization", authorization));
    }

    private static void isAnError(HttpResponse<String> answer, int status, String said) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{").contains("\"error\":\"").contains(said);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    }

    @Test
    void requestWithoutAKnownTokenIsRejected() {
        isAnError(postAs(""), 401, "Missing token");
        isAnError(postAs("Bearer "), 401, "Missing token");
        isAnError(postAs("Basic ZGVtbzpkZW1v"), 401, "Missing token");
        isAnError(postAs("Bearer nobody-knows-this-token"), 401, "Unknown token");
        assertThat(postAs("").headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(hub.get("/clusters/demo/api/v1/pods").body()).doesNotContain("evil");
    }

    @Test
    void tokenOfAnotherClusterIsForbidden() {
        isAnError(postAs("Bearer " + TestingHub.token("other")), 403, "another cluster");
        assertThat(hub.hub().clusters().find("other"))
                .as("registers no cluster")
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} {1} is answered with {2}")
    @CsvSource({
        "GET, /agent/v1/clusters/demo/sync, 405, POST",
        "DELETE, /agent/v1/clusters/demo/sync, 405, POST",
        "POST, /api/v1/clusters, 405, GET",
        "PUT, /healthz, 405, GET",
        "POST, /, 405, GET",
        "GET, /nowhere, 404, Path not found",
        "POST, /agent/v1/clusters/demo, 404, Path not found",
        "POST, /agent/v2/clusters/demo/sync, 404, Path not found",
        "GET, /api/v1/clusters/nobody, 404, nobody",
        "GET, /api/v1/clusters/demo/more/of/it, 404, Path not found",
        "GET, /%zz, 400, percent-encoding",
    })
    void wrongPathsAndMethodsAreReported(String method, String path, int status, String said) throws IOException {
        try (var raw = new RawConnection(hub.port())) {
            String answer = raw.send(head(method, path)).receive();
            assertThat(answer)
                    .startsWith("HTTP/1.1 " + status)
                    .contains("{\"error\":\"")
                    .contains(said);
        }
    }

    @Test
    void gigabyteBodyIsRejectedByItsHeaders() throws IOException {
        try (var raw = new RawConnection(hub.port())) {
            String answer = raw.send(head("POST", SYNC, asDemo("Content-Length: 1073741824")))
                    .receive();
            assertThat(answer).startsWith("HTTP/1.1 413").contains("too large");
        }
    }

    @Test
    void senderThatIgnoresTheRejectionStillReceivesIt() throws IOException {
        String megabyte = "x".repeat(1 << 20);
        try (var raw = new RawConnection(hub.port())) {
            raw.send(head("POST", SYNC, asDemo("Content-Length: 10485760")));
            for (int i = 0; i < 10; i++) {
                raw.sendTooMuch(megabyte);
            }
            assertThat(raw.receive()).startsWith("HTTP/1.1 413").contains("too large");
        }
    }

    @Test
    void bodyWithoutALengthIsCountedAsItArrives() throws IOException {
        String chunk = "80000\r\n" + "x".repeat(0x80000) + "\r\n";
        try (var raw = new RawConnection(hub.port())) {
            raw.send(head("POST", SYNC, asDemo("Transfer-Encoding: chunked")));
            for (int i = 0; i < 18; i++) {
                raw.sendTooMuch(chunk);
            }
            assertThat(raw.receive()).startsWith("HTTP/1.1 413").contains("too large");
        }
    }

    @Test
    void senderThatExpectsContinueIsAnsweredBeforeItSends() throws IOException {
        try (var raw = new RawConnection(hub.port())) {
            String answer = raw.send(head("POST", SYNC, "Expect: 100-continue", "Content-Length: 100"))
                    .receive();
            assertThat(answer).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void tooManyHeadersAndEndlessLinesAreRejected() throws IOException {
        try (var raw = new RawConnection(hub.port())) {
            String answer = raw.sendTooMuch(head("GET", "/healthz", "X-Flood: " + "x".repeat(40_000)))
                    .receive();
            assertThat(answer).contains(" 431 ").contains("headers too large");
        }
        try (var raw = new RawConnection(hub.port())) {
            String answer =
                    raw.sendTooMuch(head("GET", "/" + "x".repeat(20_000))).receive();
            assertThat(answer).contains(" 414 ").contains("too long");
        }
    }

    @ParameterizedTest
    @CsvSource({"Content-Length: -1", "Content-Length: many", "Content-Length: 99999999999999999999"})
    void invalidContentLengthIsRejected(String length) throws IOException {
        try (var raw = new RawConnection(hub.port())) {
            String answer = raw.send(head("POST", SYNC, asDemo(length))).receive();
            assertThat(answer).matches("(?s)HTTP/1.1 4(00|13).*\"error\":.*");
        }
    }

    @Test
    void inputThatIsNotHttpIsRejected() throws IOException {
        try (var raw = new RawConnection(hub.port())) {
            assertThat(raw.send("\u0016\u0003\u0001 hello\r\n\r\n").receive())
                    .contains(" 400 ")
                    .contains("Malformed HTTP request");
        }
    }

    @Test
    void clientThatTricklesHeadersIsDisconnected() throws IOException {
        restartWithShortTimeouts();
        try (var raw = new RawConnection(hub.port())) {
            assertThat(raw.send("GET /healthz HTTP/1.1\r\nX-Slow: ").trickle(800, 50))
                    .isTrue();
        }
    }

    @Test
    void clientThatTricklesABodyIsDisconnectedAndItsMemoryFreed() throws IOException {
        restartWithShortTimeouts();
        try (var raw = new RawConnection(hub.port())) {
            assertThat(raw.send(head("POST", SYNC, asDemo("Content-Length: 5000")))
                            .trickle(800, 50))
                    .isTrue();
        }
    }

    @Test
    void clientThatDisconnectsMidRequestLeavesNothingBehind() throws IOException {
        for (int i = 0; i < 50; i++) {
            try (var raw = new RawConnection(hub.port())) {
                raw.send(head("POST", SYNC, asDemo("Content-Length: 5000"))).send("{\"SessionId\"");
            }
        }
    }
}
