package io.livekube.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.livekube.cli.local.LocalHub;
import io.livekube.cli.process.HubLauncher;
import io.livekube.hub.Hub;
import io.livekube.hub.HubAccess;
import io.livekube.hub.HubConfig;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Errors about hubs, kubeconfigs and clusters: one line with a hint, and an exit code.
@Timeout(120)
class BadInputTest {
    /// A port outside the ephemeral range.
    private static final String NOBODY = "http://127.0.0.1:1";

    @TempDir
    private Path dir;

    private static void says(Livekube outcome, int exitCode, String... parts) {
        assertThat(outcome.err()).contains(parts).hasLineCount(1);
        assertThat(outcome.exitCode()).isEqualTo(exitCode);
        assertThat(outcome.out()).isEmpty();
    }

    private Path kubeconfig(String server, String user) throws IOException {
        return Files.writeString(dir.resolve("kubeconfig"), """
                current-context: demo
                contexts: [{name: demo, context: {cluster: demo, user: me}}]
                clusters: [{name: demo, cluster: {server: "%s"}}]
                users: [{name: me, user: %s}]
                """.formatted(server, user));
    }

    @Test
    void aHubThatIsDownOrHasNoAddress() {
        says(Livekube.run("clusters", "--hub", NOBODY), 1, "no hub is listening at " + NOBODY, "livekube up", "--hub");
        says(Livekube.run("get", "pods", "--hub", NOBODY), 1, "no hub is listening at " + NOBODY);
        says(Livekube.run("watch", "pods", "--hub", NOBODY), 1, "no hub is listening at " + NOBODY);
        says(Livekube.run("clusters", "--hub", "nowhere"), 2, "'nowhere' is not a valid hub URL", "http://host:port");
    }

    @Test
    void anAddressWhereSomethingElseAnswers() throws IOException {
        HttpServer web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            byte[] page = "<html>hello</html>".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        web.start();
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults())) {
            String page = "http://127.0.0.1:" + web.getAddress().getPort();
            says(Livekube.run("clusters", "--hub", page), 1, page + " is not a Livekube hub", "--hub");
            says(Livekube.run("get", "pods", "--hub", cluster.url().toString()), 1, "not a hub: check --hub");
        } finally {
            web.stop(0);
        }
    }

    @Test
    void aReadersTokenThatIsMissingOrNoLongerGood() throws IOException {
        Path tokens = Files.writeString(dir.resolve("tokens"), "demo the-token-of-the-demo-cluster");
        Path readers = Files.writeString(dir.resolve("readers"), "the-token-of-a-reader");
        Path good = Files.writeString(dir.resolve("good"), "the-token-of-a-reader\n");
        Path old = Files.writeString(dir.resolve("old"), "a-token-from-last-year\n");
        HubConfig config =
                LocalHub.config(tokens, 0).withAccess(new HubAccess(true, tokens, Optional.of(readers), false));
        try (Hub hub = HubLauncher.start(config)) {
            String url = hub.url().toString();
            says(Livekube.run("clusters", "--hub", url), 1, "--token-file", "LIVEKUBE_TOKEN_FILE");
            says(
                    Livekube.run("clusters", "--hub", url, "--token-file", old.toString()),
                    1,
                    "not a valid reader's token");
            says(
                    Livekube.run("clusters", "--hub", url, "--token-file", "/none"),
                    1,
                    "token file /none: cannot read it");
            assertThat(Livekube.run("clusters", "--hub", url, "--token-file", good.toString())
                            .out())
                    .contains("demo");
        }
    }

    @Test
    void aKubeconfigThatIsMissingBrokenOrLeadsNowhere() throws IOException {
        Path missing = dir.resolve("missing");
        says(Livekube.run("doctor", "--kubeconfig", missing.toString()), 2, "no readable kubeconfig at");
        says(Livekube.run("up", "--port", "0", "--kubeconfig", missing.toString()), 1, "no readable kubeconfig at");
        Path broken = Files.writeString(dir.resolve("broken"), "contexts: [\n");
        says(Livekube.run("doctor", "--kubeconfig", broken.toString()), 2, "in line", "correct it");
        says(Livekube.run("up", "--port", "0", "--kubeconfig", broken.toString()), 1, "in line");

        String nowhere = kubeconfig(NOBODY, "{}").toString();
        says(
                Livekube.run("doctor", "--kubeconfig", nowhere),
                2,
                NOBODY,
                "connection refused",
                "check that the cluster is up");
        says(
                Livekube.run("up", "--port", "0", "--kubeconfig", nowhere),
                1,
                "context demo",
                "connection refused",
                "check that the cluster is up");
        says(Livekube.run("doctor", "--kubeconfig", nowhere, "--context", "other"), 2, "no context 'other'", "'demo'");
    }

    @Test
    void aTokenThatTheClusterNoLongerTakes() throws IOException {
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults().withToken("todays-token"))) {
            String old = kubeconfig(cluster.url().toString(), "{token: yesterdays-token}")
                    .toString();
            says(Livekube.run("doctor", "--kubeconfig", old), 2, "401", "log in again");
            says(Livekube.run("up", "--port", "0", "--kubeconfig", old), 1, "401", "log in again");
        }
    }

    @Test
    void aTokenWithALinesEndIsTakenOrRefusedButNeverShown() throws IOException {
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults().withToken("SECRET"))) {
            String server = cluster.url().toString();
            String behind = kubeconfig(server, "{token: \"SECRET\\n\"}").toString();
            assertThat(Livekube.run("doctor", "--kubeconfig", behind, "--resource-types", "Node")
                            .err())
                    .contains("measuring 1 of 1, nodes");

            String inside = kubeconfig(server, "{token: \"SEC\\nRET\"}").toString();
            says(Livekube.run("doctor", "--kubeconfig", inside), 2, "the token of user 'me'", "one line");
            Livekube up = Livekube.run("up", "--port", "0", "--kubeconfig", inside);
            says(up, 1, "the token of user 'me'", "one line");
            assertThat(up.err()).doesNotContain("SEC", "RET");
        }
    }

    @Test
    void aServerWhereNothingCanBeAsked() throws IOException {
        for (String server : new String[] {"http://my_cluster:6443", "https://127.0.0.1:99999"}) {
            String file = kubeconfig(server, "{}").toString();
            says(Livekube.run("doctor", "--kubeconfig", file), 2, "the server '" + server + "'", "https://host:6443");
            says(Livekube.run("up", "--port", "0", "--kubeconfig", file), 1, "the server '" + server + "'");
        }
    }

    @Test
    void aPortThatIsTaken() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Simulator cluster = Simulator.start(SimulatorConfig.defaults())) {
            String file = kubeconfig(cluster.url().toString(), "{}").toString();
            Livekube up = Livekube.run("up", "--kubeconfig", file, "--port", "" + taken.getLocalPort());
            assertThat(up.exitCode()).isEqualTo(1);
            assertThat(up.err()).hasLineCount(1).contains(":" + taken.getLocalPort(), "--port 0");
        }
    }

    @Test
    void theUsualPortIfItIsTakenIsLeftToItsOwner() throws IOException {
        Path tokens = Files.writeString(dir.resolve("tokens"), "demo the-token-of-the-demo-cluster");
        var out = new StringWriter();
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Hub hub = LocalHub.start(tokens, Optional.empty(), taken.getLocalPort(), new PrintWriter(out))) {
            assertThat(out.toString())
                    .isEqualTo("Port %d is in use; the hub listens on port %d.%n"
                            .formatted(taken.getLocalPort(), hub.url().getPort()));
        }
    }

    @Test
    void optionsThatContradictEachOtherOrMeanNothing() {
        says(Livekube.run("up", "--simulate", "--context", "a"), 2, "--simulate");
        says(Livekube.run("up", "--all-contexts", "--context", "a"), 2, "not both");
        says(Livekube.run("up", "--simulate", "--pods", "-1"), 2, "pods");
        says(Livekube.run("get"), 2, "TYPE");
        says(Livekube.run("get", "pods", "-o", "table"), 2, "'table'", "wide");
        says(Livekube.run("doctor", "--request-timeout", "soon"), 2, "is not a duration");
        says(Livekube.run("token"), 2, "--reader");
        says(Livekube.run("token", "no/name"), 2, "letters");
        says(Livekube.run("completion", "tcsh"), 2, "tcsh");
        says(Livekube.run("get", "pods", "--watch-out"), 2, "--watch-out");
    }

    @Test
    void tokensAreMadeForAgentsAndReadersAndNeverOverwritten() throws IOException {
        Path file = dir.resolve("demo.token");
        Livekube made = Livekube.run("token", "demo", "--out", file.toString());

        assertThat(made.out()).matches("demo sha256:[0-9a-f]{64}\n");
        assertThat(Files.readString(file)).matches("[0-9a-f]{64}\n");
        says(Livekube.run("token", "demo", "--out", file.toString()), 1, "already exists");
        assertThat(Livekube.in(Map.of(), "token", "--reader").out()).contains("hub line  sha256:");
    }
}
