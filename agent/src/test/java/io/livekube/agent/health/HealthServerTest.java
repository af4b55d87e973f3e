package io.livekube.agent.health;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What probes and Prometheus get from an agent.
@Timeout(120)
class HealthServerTest {
    private volatile List<String> problems = List.of();
    private volatile List<String> missing = List.of();
    private final HealthServer server = HealthServer.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new HealthServer.Sources(() -> problems, () -> missing, () -> "figure 1\n"));

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .timeout(Duration.ofSeconds(30))
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    @Test
    void aProbeIsRedWithTheReasonAsLongAsThereIsOne() throws Exception {
        assertThat(ask("GET", "/healthz").statusCode()).isEqualTo(200);
        problems = List.of("pods: reflector stopped because of a bug");
        assertThat(ask("GET", "/healthz")).satisfies(red -> {
            assertThat(red.statusCode()).isEqualTo(503);
            assertThat(red.body()).contains("pods");
        });
        assertThat(ask("GET", "/readyz").statusCode()).isEqualTo(200);
        problems = List.of();
        missing = List.of("the hub has not answered yet");
        assertThat(ask("GET", "/healthz").statusCode()).isEqualTo(200);
        assertThat(ask("GET", "/readyz").statusCode()).isEqualTo(503);
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws Exception {
        assertThat(ask("GET", "/metrics").body()).isEqualTo("figure 1\n");
        assertThat(ask("POST", "/metrics").statusCode()).isEqualTo(405);
        assertThat(ask("GET", "/secrets").statusCode()).isEqualTo(404);
    }

    @Test
    void incompleteRequestsDoNotDelayProbes() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                slow.add(socket);
                socket.getOutputStream().write("GET /healthz HT".getBytes(US_ASCII));
                socket.getOutputStream().flush();
            }
            assertThat(ask("GET", "/healthz").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        var taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
        var vitals = new HealthServer.Sources(List::of, List::of, () -> "");
        assertThatThrownBy(() -> HealthServer.listen(taken, vitals))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(Integer.toString(server.port()));
    }
}
