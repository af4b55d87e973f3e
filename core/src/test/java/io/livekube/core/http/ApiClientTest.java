package io.livekube.core.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.RequestFailure;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ApiClientTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private static final ClientConfig PATIENT =
            ClientConfig.defaults().withTimeouts(Duration.ofMinutes(1), Duration.ofMinutes(1));

    private static String get(ApiClient client) throws Exception {
        try (InputStream body = client.get("/version", "application/json", false)) {
            return new String(body.readAllBytes(), ISO_8859_1);
        }
    }

    private static ApiClient client(ScriptedServer server) {
        return client(server, PATIENT);
    }

    private static ApiClient client(ScriptedServer server, ClientConfig config) {
        return new ApiClient(ApiAccess.open(URI.create("http://127.0.0.1:" + server.port())), config);
    }

    @Test
    void bodiesAreChunkedOrHaveALengthOrEndWithTheConnection() throws Exception {
        try (var server = new ScriptedServer(
                        List.of(
                                OK
                                        + "Transfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nA: b\r\n\r\n",
                                OK + "content-length: 4\r\n\r\nfour",
                                "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + OK + "\r\nto the end"),
                        List.of());
                var client = client(server)) {
            assertThat(get(client)).isEqualTo("hello world");
            assertThat(get(client)).isEqualTo("four");
            assertThat(get(client)).isEqualTo("to the end");
        }
    }

    @Test
    void aConnectionThatTheServerClosedWhileIdleIsReplacedWithoutAFailure() throws Exception {
        String answer = OK + "Content-Length: 2\r\n\r\n{}";
        try (var server = new ScriptedServer(List.of(answer), List.of(answer));
                var client = client(server)) {
            assertThat(get(client)).isEqualTo("{}");
            assertThat(get(client)).isEqualTo("{}");
        }
    }

    @Test
    void aBodyThatEndsEarlyIsNotComplete() throws Exception {
        try (var server = new ScriptedServer(List.of(OK + "Content-Length: 10\r\n\r\nshort"));
                var client = client(server)) {
            assertThatThrownBy(() -> get(client))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in the middle");
        }
    }

    @Test
    void responsesThatAreNotHttpAreReportedAsSuch() throws Exception {
        try (var server = new ScriptedServer(List.of("SSH-2.0-OpenSSH\r\n"));
                var client = client(server)) {
            assertThatThrownBy(() -> get(client))
                    .isInstanceOf(RequestFailedException.class)
                    .hasMessage("not an HTTP/1.1 response: 'SSH-2.0-OpenSSH'");
        }
    }

    @Test
    void aServerThatDoesNotAnswerTimesOut() throws Exception {
        var quick = PATIENT.withTimeouts(Duration.ofMillis(300), Duration.ofMinutes(1));
        try (var server = new ScriptedServer(List.of(ScriptedServer.SILENCE));
                var client = client(server, quick)) {
            assertThatThrownBy(() -> get(client))
                    .isInstanceOfSatisfying(
                            RequestFailedException.class,
                            e -> assertThat(e.failure()).isInstanceOf(RequestFailure.TimedOut.class));
        }
    }

    @Test
    void aBodyThatPausesTimesOutWhetherCompressedOrNot() throws Exception {
        var quick = PATIENT.withTimeouts(Duration.ofMinutes(1), Duration.ofMillis(300));
        for (String part : List.of("Content-Length: 10\r\n\r\nshort", "Content-Encoding: gzip\r\n\r\n\u001f\u008b")) {
            try (var server = new ScriptedServer(List.of(OK + part, ScriptedServer.SILENCE));
                    var client = client(server, quick)) {
                assertThatThrownBy(() -> get(client))
                        .isInstanceOf(SocketTimeoutException.class)
                        .hasMessage("the response paused for longer than PT0.3S");
            }
        }
    }

    @Test
    void aRefusalWhoseBodyPausesIsStillARefusal() throws Exception {
        var quick = PATIENT.withTimeouts(Duration.ofMinutes(1), Duration.ofMillis(300));
        String refusal = "HTTP/1.1 403 Forbidden\r\nContent-Length: 10\r\n\r\n{";
        try (var server = new ScriptedServer(List.of(refusal, ScriptedServer.SILENCE));
                var client = client(server, quick)) {
            assertThatThrownBy(() -> get(client))
                    .isInstanceOfSatisfying(
                            RequestFailedException.class,
                            e -> assertThat(e.failure()).isInstanceOf(RequestFailure.Forbidden.class));
        }
    }

    /// Only one that is read as a whole has a deadline; a LIST may take any time, as long as something arrives.
    @Test
    void aBodyThatArrivesInDropsTimesOutWhenReadAsAWhole() throws Exception {
        var quick = PATIENT.withTimeouts(Duration.ofMinutes(1), Duration.ofSeconds(1));
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client =
                        new ApiClient(ApiAccess.open(URI.create("http://127.0.0.1:" + server.getLocalPort())), quick)) {
            var dripping = CompletableFuture.runAsync(() -> drip(server));
            assertThatThrownBy(() -> client.read("/version", false))
                    .isInstanceOfSatisfying(
                            RequestFailedException.class,
                            e -> assertThat(e.failure()).isInstanceOf(RequestFailure.TimedOut.class));
            dripping.get(1, TimeUnit.MINUTES);
        }
    }

    /// Sends one byte after another, until the client closes the connection or a minute is over.
    private static void drip(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.setSoTimeout(20);
            var out = socket.getOutputStream();
            out.write((OK + "\r\n").getBytes(ISO_8859_1));
            for (int i = 0; i < 3_000; i++) {
                out.write(' ');
                try {
                    if (socket.getInputStream().read(new byte[1_024]) < 0) {
                        return;
                    }
                } catch (SocketTimeoutException e) {
                    // time for the next byte
                }
            }
        } catch (IOException e) {
            // the client has closed the connection
        }
    }

    @Test
    void aRefusedConnectionIsATransientFailure() throws Exception {
        // Bound but not listening: the port refuses connections, and no one else can get it in the meantime.
        try (var taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            URI server = URI.create("http://127.0.0.1:" + taken.getLocalPort());
            try (var client = new ApiClient(ApiAccess.open(server), PATIENT)) {
                assertThatThrownBy(() -> get(client))
                        .isInstanceOf(RequestFailedException.class)
                        .hasMessage("can't connect: Connection refused");
            }
        }
    }

    @Test
    void closingTheClientEndsAReadInAnotherThread() throws Exception {
        try (var server =
                new ScriptedServer(List.of(OK + "Transfer-Encoding: chunked\r\n\r\n3\r\n", ScriptedServer.SILENCE))) {
            ApiClient client = client(server);
            InputStream body = client.get("/watch", "application/json", false);
            var read = CompletableFuture.supplyAsync(() -> {
                try {
                    return "read " + body.read();
                } catch (IOException e) {
                    return "ended";
                }
            });
            client.close();
            assertThat(read.get(1, TimeUnit.MINUTES)).isEqualTo("ended");
        }
    }

    @Test
    void closingTheClientEndsATlsHandshakeInAnotherThread() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var access = ApiAccess.open(URI.create("https://127.0.0.1:" + silent.getLocalPort()));
            var client = new ApiClient(access, PATIENT.withConnectTimeout(Duration.ofMinutes(10)));
            var asked = CompletableFuture.supplyAsync(() -> {
                try {
                    return get(client);
                } catch (Exception e) {
                    return "ended";
                }
            });
            try (Socket accepted = silent.accept()) {
                assertThat(accepted.getInputStream().read()).isPositive(); // the client's greeting
                client.close();
                assertThat(asked.get(1, TimeUnit.MINUTES)).isEqualTo("ended");
            }
        }
    }

    @Test
    void credentialsThatThrowFailTheRequestAndNothingElse() throws Exception {
        var broken = new Credentials() {
            @Override
            public Map<String, List<String>> headers() {
                return Map.of();
            }

            @Override
            public int edition() {
                throw new IllegalStateException("no edition");
            }
        };
        try (var server = new ScriptedServer(List.of());
                var client = new ApiClient(
                        new ApiAccess(
                                URI.create("http://127.0.0.1:" + server.port()),
                                javax.net.ssl.SSLContext.getDefault(),
                                broken),
                        PATIENT)) {
            assertThatThrownBy(() -> get(client))
                    .isInstanceOf(RequestFailedException.class)
                    .hasMessageEndingWith("no credentials to send: no edition");
        }
    }

    @Test
    void aHeaderOfTwoLinesIsRefusedBeforeItIsSent() throws Exception {
        try (var server = new ScriptedServer(List.of());
                var client = new ApiClient(
                        new ApiAccess(
                                URI.create("http://127.0.0.1:" + server.port()),
                                javax.net.ssl.SSLContext.getDefault(),
                                () -> Map.of("Authorization", List.of("Bearer a\r\nInjected: b"))),
                        PATIENT)) {
            assertThatThrownBy(() -> get(client))
                    .isInstanceOf(RequestFailedException.class)
                    .hasMessageEndingWith("the value of the header Authorization contains a line break");
        }
    }
}
