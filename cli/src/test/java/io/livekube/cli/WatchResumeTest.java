package io.livekube.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `livekube get -w` resumes a stream that was cut.
@Timeout(120)
class WatchResumeTest {
    private static final String CLUSTERS = "{\"clusters\":[{\"id\":\"demo\",\"state\":\"fresh\"}]}";
    private static final String COLUMNS =
            "\"resource\":\"pods\",\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"namespaced\":true,\"columns\":["
                    + "{\"name\":\"Name\",\"format\":\"name\",\"priority\":0},{\"name\":\"Status\",\"format\":\"\","
                    + "\"priority\":0}]";

    private final List<String> resumedFrom = new CopyOnWriteArrayList<>();

    private static String rows(String id, String state, String more, String... namesAndStates) {
        var rows = new StringBuilder();
        for (int i = 0; i < namesAndStates.length; i += 2) {
            rows.append(i == 0 ? "" : ",")
                    .append(
                            "{\"namespace\":\"default\",\"name\":\"%1$s\",\"version\":\"%2$s\",\"cells\":[\"%1$s\",\"%2$s\"]}"
                                    .formatted(namesAndStates[i], namesAndStates[i + 1]));
        }
        return "id: %s\nevent: rows\ndata: {\"resource\":\"pods\",\"cluster\":\"demo\",\"state\":\"%s\",\"ageMs\":90000,%s\"rows\":[%s]}\n\n"
                .formatted(id, state, more, rows);
    }

    private void stream(HttpExchange exchange) throws IOException {
        String from = Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Last-Event-ID"), "");
        resumedFrom.add(from);
        String events = switch (from) {
            case "" ->
                ": heartbeat\nid: c\nevent: columns\ndata: {%s}\n\n".formatted(COLUMNS)
                        + rows("one", "fresh", "\"reset\":true,", "web-1", "Pending", "web-2", "Running");
            case "one" -> rows("two", "stale", "", "web-1", "Running");
            default -> rows("three", "fresh", "\"reset\":true,", "web-1", "Running", "web-3", "Enough");
        };
        answer(exchange, events);
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        exchange.sendResponseHeaders(200, body.getBytes(UTF_8).length);
        exchange.getResponseBody().write(body.getBytes(UTF_8));
        exchange.close();
    }

    @Test
    void itResumesPrintsOnlyNewEventsAndEndsWhenItsOutputIsClosed() throws IOException {
        HttpServer hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hub.createContext("/api/v1/clusters", exchange -> answer(exchange, CLUSTERS));
        hub.createContext("/api/v1/resources/pods", exchange -> answer(exchange, "{" + COLUMNS + "}"));
        hub.createContext("/api/v1/stream", this::stream);
        hub.start();
        var err = new StringWriter();
        var out = new ReaderThatLeaves("Enough");
        try {
            int exitCode = Main.run(
                    Map.of(
                            "LIVEKUBE_HUB",
                            "http://127.0.0.1:" + hub.getAddress().getPort()),
                    new PrintWriter(out),
                    new PrintWriter(err),
                    "get",
                    "pods",
                    "-w",
                    "--output-watch-events");
            assertThat(exitCode).isZero();
        } finally {
            hub.stop(0);
        }
        assertThat(resumedFrom).containsExactly("", "one", "two");
        assertThat(out.toString().lines())
                .containsExactly(
                        "EVENT   NAME    STATUS",
                        "ADDED   web-1   Pending",
                        "ADDED   web-2   Running",
                        "MODIFIED   web-1   Running",
                        "ADDED      web-3   Enough",
                        "DELETED    web-2   Running");
        assertThat(err.toString())
                .contains("warning: cluster demo is stale, 90s old")
                .contains("cluster demo is fresh again")
                .contains("warning: the hub closed the stream; reconnecting");
    }

    /// Closes its end of the pipe after reading a word, as `head` does.
    private static final class ReaderThatLeaves extends Writer {
        private final StringBuilder read = new StringBuilder();
        private final String word;

        ReaderThatLeaves(String word) {
            this.word = word;
        }

        @Override
        public void write(char[] text, int offset, int length) {
            read.append(text, offset, length);
        }

        @Override
        public void flush() throws IOException {
            if (read.indexOf(word) >= 0) {
                throw new IOException("Broken pipe");
            }
        }

        @Override
        public void close() {}

        @Override
        public String toString() {
            return read.toString();
        }
    }
}
