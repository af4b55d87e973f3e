package io.livekube.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `livekube get` on clusters with old or missing data.
@Timeout(120)
class GetStatesTest {
    private static final String FAR =
            "{\"cluster\":\"far\",\"state\":\"disconnected\",\"ageMs\":400000,\"cause\":\"its agent is away\"}";
    private static final String NEW =
            "{\"cluster\":\"new\",\"state\":\"syncing\",\"status\":503,\"error\":\"pods are not synced yet.\"}";
    private static final String ROW =
            "{\"cluster\":\"far\",\"namespace\":\"default\",\"name\":\"web-1\",\"cells\":[\"web-1\",null]}";

    private HttpServer hub;
    private volatile String states = "";
    private volatile String rows = "";

    @BeforeEach
    void start() throws IOException {
        hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/api/v1/clusters", () -> "{\"clusters\":[{\"id\":\"far\"},{\"id\":\"new\"}]}");
        answer("/api/v1/resources/pods", () -> """
                {"resource":"pods","kind":"Pod","apiVersion":"v1","namespaced":true,"clusters":[%s],"rows":[%s],
                 "columns":[{"name":"Name","format":"name","priority":0},{"name":"Age","format":"age","priority":0}]}
                """.formatted(states, rows));
        hub.start();
    }

    @AfterEach
    void stop() {
        hub.stop(0);
    }

    private interface Body {
        String now();
    }

    private void answer(String path, Body body) {
        hub.createContext(path, exchange -> {
            byte[] bytes = body.now().getBytes(UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private Livekube get(String... more) {
        var arguments = new ArrayList<>(Arrays.asList("get", "pods", "--hub"));
        arguments.add("http://127.0.0.1:" + hub.getAddress().getPort());
        arguments.addAll(Arrays.asList(more));
        return Livekube.run(arguments.toArray(String[]::new));
    }

    @Test
    void oldDataIsShownAndMarked() {
        states = FAR;
        rows = ROW;
        Livekube said = get("--cluster", "far");

        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).isEqualTo("NAME    AGE\nweb-1   <unknown>\n");
        assertThat(said.err()).isEqualTo("warning: cluster far is disconnected, 6m40s old: its agent is away\n");
    }

    @Test
    void aClusterWithoutDataIsNeverShownAsEmpty() {
        states = NEW;
        Livekube said = get("--cluster", "new");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).isEqualTo("livekube get: cluster new: pods are not synced yet.\n");
    }

    @Test
    void aMissingObjectAmongOthersIsReportedInTheExitCode() {
        states = FAR + "," + NEW;
        rows = ROW;
        Livekube said = get("--all-clusters");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).isEqualTo("CLUSTER   NAME    AGE\nfar       web-1   <unknown>\n");
        assertThat(said.err().lines())
                .containsExactly(
                        "warning: cluster far is disconnected, 6m40s old: its agent is away",
                        "warning: cluster new skipped: pods are not synced yet.");
    }
}
