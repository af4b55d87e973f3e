package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Watches over HTTP/1.1, byte by byte.
@Timeout(60)
class WatchOnTheWireTest {
    private static final String PODS = "/clusters/demo/api/v1/pods";
    private static final String WATCH = PODS + "?watch=true&timeoutSeconds=%d&resourceVersion=%s";
    private static final int PATIENCE_MS = 40_000;

    private final TestingHub hub = TestingHub.start();
    private Socket socket = new Socket();

    @BeforeEach
    void connect() throws IOException {
        hub.post("demo", full(SESSION, 500));
        socket.close();
        socket = new Socket(InetAddress.getLoopbackAddress(), hub.port());
        socket.setSoTimeout(PATIENCE_MS);
    }

    @AfterEach
    void stop() throws IOException {
        socket.close();
        hub.close();
    }

    private void ask(String... paths) throws IOException {
        var requests = new StringBuilder();
        for (String path : paths) {
            requests.append("GET ").append(path).append(" HTTP/1.1\r\nHost: hub\r\n\r\n");
        }
        socket.getOutputStream().write(requests.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        InputStream in = socket.getInputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            assertThat(c).as("the end of the connection after '%s'", line).isNotNegative();
            line.append((char) c);
        }
        assertThat(line).endsWith("\r");
        return line.substring(0, line.length() - 1);
    }

    /// @return the headers, in lower case
    private List<String> assertHead(String status) throws IOException {
        assertThat(line()).isEqualTo("HTTP/1.1 " + status);
        List<String> headers = new ArrayList<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            headers.add(header.toLowerCase(Locale.ROOT));
        }
        return headers;
    }

    private String list() throws IOException {
        String length = "content-length: ";
        return assertHead("200 OK").stream()
                .filter(header -> header.startsWith(length))
                .map(header -> Integer.parseInt(header.substring(length.length())))
                .findFirst()
                .map(this::bytes)
                .orElseThrow();
    }

    private String bytes(int count) {
        try {
            return new String(socket.getInputStream().readNBytes(count), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String chunk() throws IOException {
        String chunk = bytes(Integer.parseInt(line(), 16));
        assertThat(line()).isEmpty();
        return chunk;
    }

    private void change(int sequence, String name) {
        hub.post("demo", delta(SESSION, sequence, "default", name, 60_000 + sequence));
    }

    /// Connects another cluster under the same name, which ends all watches.
    private void replaceCluster() {
        String other =
                full("8f14e45fceea167a-2", 3).replace("\"50000\"", "\"50100\"").replace("\"u1\"", "\"u2\"");
        assertThat(hub.post("demo", other).statusCode()).isEqualTo(200);
    }

    @Test
    void eachEventIsAChunkAndTheConnectionIsReusedAfterwards() throws IOException {
        ask(WATCH.formatted(60, "50000"));
        assertHead("200 OK");
        change(2, "first");
        change(3, "second");

        assertThat(chunk()).contains("\"ADDED\"").contains("\"first\"").endsWith("}\n");
        assertThat(chunk()).contains("\"second\"").endsWith("}\n");
        replaceCluster();
        assertThat(chunk()).startsWith("{\"type\":\"ERROR\"").contains("\"code\":410");
        assertThat(chunk()).isEmpty();
        ask(PODS + "/none");
        assertHead("404 Not Found");
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        ask(PODS, PODS + "?watch=true&timeoutSeconds=5&sendInitialEvents=true&resourceVersionMatch=NotOlderThan", PODS);
        assertThat(list()).startsWith("{\"kind\":\"PodList\"");
        assertHead("200 OK");
        assertThat(body().lines()).hasSize(500).allMatch(line -> line.startsWith("{\"type\":\"ADDED\""));
        assertThat(list()).startsWith("{\"kind\":\"PodList\"");
    }

    private String body() throws IOException {
        List<String> chunks = new ArrayList<>();
        for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
            chunks.add(chunk);
        }
        return String.join("", chunks);
    }

    @Test
    void lostWatchEndsTheResponseNormally() throws IOException {
        ask(WATCH.formatted(60, "50000"));
        assertHead("200 OK");
        replaceCluster();

        assertThat(chunk()).startsWith("{\"type\":\"ERROR\"").contains("\"code\":410");
        assertThat(chunk()).isEmpty();
    }
}
