package io.livekube.hub.transport;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingStatus.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.RawConnection;
import io.livekube.hub.TestingCertificate;
import io.livekube.hub.TestingHub;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Readers that send invalid input, too much or nothing get a clear `Status` or a closed connection, and the
/// hub keeps serving others.
@Timeout(60)
class BadInputTest {
    private static final String CLUSTER = "/clusters/demo";
    private static final String PODS = CLUSTER + "/api/v1/pods";
    private static final int MANY = 2_000;
    private static final Duration LONG = Duration.ofSeconds(40);

    private final TestingHub hub = TestingHub.start();

    @BeforeEach
    void fill() {
        hub.post("demo", full(SESSION, 3));
    }

    @AfterEach
    void stop() {
        assertThat(hub.get(PODS).statusCode()).as("still serving").isEqualTo(200);
        hub.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            labelSelector=%3D%3D                                     | 400 | BadRequest
            labelSelector=a+in+(                                     | 400 | BadRequest
            labelSelector=a+in+b                                     | 400 | BadRequest
            labelSelector=-a                                         | 400 | BadRequest
            labelSelector=a%3Db%3Dc                                  | 400 | BadRequest
            labelSelector=%00                                        | 400 | BadRequest
            fieldSelector=a                                          | 400 | BadRequest
            fieldSelector=spec.colour%3Dred                          | 400 | BadRequest
            fieldSelector=metadata.name%3D%3D%3Dx                    | 400 | BadRequest
            continue=abc                                             | 400 | BadRequest
            continue=%7B%7D                                          | 400 | BadRequest
            continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTF9        | 400 | BadRequest
            limit=many                                               | 400 | BadRequest
            resourceVersion=x                                        | 400 | BadRequest
            resourceVersion=-1                                       | 400 | BadRequest
            resourceVersion=99999999999999999999999                  | 400 | BadRequest
            watch=true&resourceVersion=x                             | 400 | BadRequest
            watch=true&labelSelector=%3D%3D                          | 400 | BadRequest
            fresh=perhaps                                            | 400 | BadRequest
            """)
    void invalidParametersAreRejectedWithOneSentence(String query, int status, String reason) {
        assertThat(refused(hub.get(PODS + "?" + query), status, reason)
                        .path("message")
                        .asText())
                .hasSizeBetween(5, 500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/nothings",
                "/apis/no.such.group/v1/things",
                "/apis/no.such.group/v1",
                "/api/v1/namespaces/..%2f..%2fsecrets/pods",
                "/api/v1/namespaces/%2e%2e/pods/x",
                "/api/v1/namespaces/default/pods/a%2fb",
                "/api/v1/namespaces/default/pods/x/exec",
                "/api/v1/pods%00",
                "/api%2fv1%2fpods",
                "/apis/%2e%2e/v1",
                "/openapi/v3/%2e%2e",
                "/../../healthz",
            })
    void unknownPathsAreNotFound(String path) throws IOException {
        try (var client = new RawConnection(hub.port())) { // a library would normalize some of these
            assertThat(client.send("GET %s%s HTTP/1.1\r\nHost: x\r\n\r\n".formatted(CLUSTER, path))
                            .receive())
                    .startsWith("HTTP/1.1 404 ")
                    .contains("\"kind\":\"Status\"");
        }
    }

    @Test
    void megabyteOfQueryOrHeadersIsRejectedWithoutBuffering() throws IOException {
        String much = "x".repeat(1 << 20);
        try (var query = new RawConnection(hub.port());
                var headers = new RawConnection(hub.port())) {
            assertThat(query.sendTooMuch("GET %s?labelSelector=%s HTTP/1.1\r\nHost: x\r\n\r\n".formatted(PODS, much))
                            .receive())
                    .contains(" 414 Request");
            assertThat(headers.sendTooMuch("GET %s HTTP/1.1\r\nHost: x\r\nA: %s\r\n\r\n".formatted(PODS, much))
                            .receive())
                    .contains(" 431 Request");
        }
        HttpResponse<String> selector = hub.get(PODS + "?labelSelector=" + "x".repeat(17_000));
        refused(selector, 414, "BadRequest");
    }

    @Test
    void silentConnectionsAndPartialTlsHandshakesBlockNoOthers(@TempDir Path dir) throws Exception {
        TestingCertificate certificate = TestingCertificate.in(dir);
        List<Socket> silent = new ArrayList<>();
        try (TestingHub secure = TestingHub.start(
                config -> config.withHttp(new HttpConfig("127.0.0.1", 0, Optional.of(certificate.files()))),
                limits -> limits.withTimes(LONG, LONG, LONG))) {
            for (int i = 0; i < MANY; i++) {
                boolean plain = i % 2 == 0;
                var socket = new Socket(InetAddress.getLoopbackAddress(), plain ? hub.port() : secure.port());
                silent.add(socket);
                if (!plain) {
                    socket.getOutputStream().write(new byte[] {0x16, 3, 1, 2, 0, 1, 0}); // a hello, and no more
                }
            }
            assertThat(hub.get(PODS).statusCode()).isEqualTo(200);
            try (HttpClient client =
                    HttpClient.newBuilder().sslContext(certificate.trusting()).build()) {
                assertThat(client.send(secure.request("/healthz").build(), BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(200);
            }
            Socket hello = silent.get(1);
            hello.setSoTimeout(30_000);
            assertThat(hello.getInputStream().readAllBytes())
                    .as("the hub does not wait for the rest forever")
                    .hasSizeLessThan(100);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void connectionsBeyondTheLimitAreClosedAndExistingOnesStay() throws Exception {
        try (TestingHub small = TestingHub.start(config -> config, limits -> limits.withConnections(20))) {
            small.post("demo", full(SESSION, 1));
            assertThat(small.get(PODS).statusCode()).isEqualTo(200);
            List<Socket> silent = new ArrayList<>();
            try {
                for (int i = 0; i < 100; i++) {
                    silent.add(new Socket(InetAddress.getLoopbackAddress(), small.port()));
                }
                Socket last = silent.getLast();
                last.setSoTimeout(40_000);
                assertThat(last.getInputStream().read()).isEqualTo(-1);
                assertThat(small.get(PODS).statusCode())
                        .as("on the existing connection")
                        .isEqualTo(200);
            } finally {
                for (Socket socket : silent) {
                    socket.close();
                }
            }
        }
    }
}
