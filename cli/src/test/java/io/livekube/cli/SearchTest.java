package io.livekube.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `livekube search` on scripted responses of a hub.
@Timeout(120)
class SearchTest {
    private static final String FOUND = """
            {"took":{"ms":3},"total":1234,"exact":true,"hits":[
              {"cluster":"demo","resource":"pods","kind":"Pod","namespace":"shop","name":"web-1","status":"Running",
               "problem":{"reason":"CrashLoopBackOff","severity":"error"},"matched":["name","image"],"score":17}],
             "clusters":[{"cluster":"demo","state":"fresh"},{"cluster":"far","state":"disconnected","ageMs":400000}]}
            """;

    private final AtomicReference<String> asked = new AtomicReference<>("");

    private Livekube search(String answer, String... terms) throws IOException {
        HttpServer hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hub.createContext("/api/v1/search", exchange -> {
            asked.set(exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(200, answer.getBytes(UTF_8).length);
            exchange.getResponseBody().write(answer.getBytes(UTF_8));
            exchange.close();
        });
        hub.start();
        try {
            String[] arguments = new String[terms.length + 3];
            arguments[0] = "search";
            arguments[1] = "--hub";
            arguments[2] = "http://127.0.0.1:" + hub.getAddress().getPort();
            System.arraycopy(terms, 0, arguments, 3, terms.length);
            return Livekube.run(arguments);
        } finally {
            hub.stop(0);
        }
    }

    @Test
    void hitsAreATableThatMarksStaleClusters() throws IOException {
        Livekube found = search(FOUND, "--limit", "1", "image:nginx*", "web", "--", "-ns:kube-system");

        assertThat(asked.get()).isEqualTo("q=image:nginx* web -ns:kube-system&limit=1");
        assertThat(found.exitCode()).isZero();
        assertThat(found.out().lines())
                .containsExactly(
                        "CLUSTER   KIND   NAMESPACE   NAME    STATUS             MATCHED",
                        "demo      Pod    shop        web-1   CrashLoopBackOff   name,image");
        assertThat(found.err().lines())
                .containsExactly(
                        "warning: cluster far is disconnected, 6m40s old",
                        "1,234 found, 1 shown: add a term, or raise --limit.");
    }

    @Test
    void nothingFoundIsExitCodeOne() throws IOException {
        Livekube nothing = search("{\"total\":0,\"hits\":[],\"clusters\":[]}", "web");

        assertThat(nothing.exitCode()).isEqualTo(1);
        assertThat(nothing.err()).isEqualTo("Nothing found.\n");
    }

    @Test
    void aClusterThatIsStillBeingReadIsNamed() throws IOException {
        Livekube nothing = search("""
                {"total":0,"exact":false,"hits":[],"clusters":[{"cluster":"new","state":"fresh","unfinished":true}]}
                """, "web");

        assertThat(nothing.err())
                .isEqualTo("warning: cluster new is still being indexed; there may be more results\nNothing found.\n");
    }

    @Test
    void namesAreForPrograms() throws IOException {
        assertThat(search(FOUND, "-o", "name", "web").out()).isEqualTo("demo pods/web-1\n");
    }
}
