package io.livekube.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A hub that no longer has the state of the next page.
@Timeout(120)
class PageExpiryTest {
    private static final String CLUSTERS = "{\"clusters\":[{\"id\":\"demo\",\"state\":\"fresh\"}]}";
    private static final String ABOUT =
            "\"resource\":\"pods\",\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"namespaced\":true,"
                    + "\"columns\":[{\"name\":\"Name\",\"format\":\"name\",\"priority\":0}],"
                    + "\"clusters\":[{\"cluster\":\"demo\",\"state\":\"fresh\",\"ageMs\":1}]";

    private HttpServer hub;
    private final AtomicInteger forgets = new AtomicInteger();

    @BeforeEach
    void start() throws IOException {
        hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hub.createContext("/api/v1/clusters", exchange -> answer(exchange, 200, CLUSTERS));
        hub.createContext("/api/v1/resources/pods", exchange -> page(exchange, "cursor="));
        hub.createContext("/clusters/demo/api/v1/namespaces/default/pods", exchange -> page(exchange, "continue="));
        hub.start();
    }

    @AfterEach
    void stop() {
        hub.stop(0);
    }

    private void page(HttpExchange exchange, String next) throws IOException {
        boolean first = !exchange.getRequestURI().getQuery().contains(next);
        if (!first && forgets.getAndDecrement() > 0) {
            answer(exchange, 410, "{\"status\":410,\"error\":\"The states are not kept any more.\"}");
            return;
        }
        String name = first ? "web-1" : "web-2";
        answer(exchange, 200, """
                {%s,%s "rows":[{"namespace":"default","name":"%s","cells":["%s"]}],
                 "metadata":{"continue":"%s"},"items":[{"metadata":{"name":"%s"}}]}
                """.formatted(
                        ABOUT, first ? "\"cursor\":\"c\"," : "", name, name, first ? "c" : "", name));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.sendResponseHeaders(status, body.getBytes(UTF_8).length);
        exchange.getResponseBody().write(body.getBytes(UTF_8));
        exchange.close();
    }

    private Livekube get(String... more) {
        String url = "http://127.0.0.1:" + hub.getAddress().getPort();
        String[] arguments = new String[more.length + 2];
        arguments[0] = "get";
        arguments[1] = "pods";
        System.arraycopy(more, 0, arguments, 2, more.length);
        return Livekube.in(Map.of("LIVEKUBE_HUB", url), arguments);
    }

    @Test
    void rowsAreReadFromTheBeginningAgain() {
        forgets.set(2);
        Livekube said = get();

        assertThat(said.exitCode()).as(said.err()).isZero();
        assertThat(said.out().lines()).containsExactly("NAME", "web-1", "web-2");
    }

    @Test
    void soAreWholeObjects() {
        forgets.set(2);
        Livekube said = get("-o", "yaml");

        assertThat(said.exitCode()).as(said.err()).isZero();
        assertThat(said.out()).containsOnlyOnce("web-1").containsOnlyOnce("web-2");
    }

    @Test
    void repeatedExpiryIsReported() {
        forgets.set(3);
        Livekube said = get();

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).hasLineCount(1).contains("the rows of pods expired on the hub", "select fewer");
    }
}
