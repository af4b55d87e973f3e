package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.cli.local.NamedCluster;
import io.livekube.cli.local.ReachableContexts;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `livekube up` with a kubeconfig of several contexts, some of them unreachable.
@Timeout(120)
class ReachableContextsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path dir = Path.of("");

    private Path kubeconfig = Path.of("");

    private List<NamedCluster> follow(String... contexts) throws InterruptedException {
        return ReachableContexts.of(
                Optional.of(kubeconfig), List.of(contexts), new PrintWriter(out), new PrintWriter(err));
    }

    @BeforeEach
    void write() throws IOException {
        write("http://127.0.0.1:9", "http://127.0.0.1:9");
    }

    private void write(String live, String closed) throws IOException {
        kubeconfig = Files.writeString(dir.resolve("kubeconfig"), """
                current-context: gone
                contexts: [{name: Me@First, context: {cluster: live}}, {name: me-first, context: {cluster: live}},
                           {name: gone, context: {cluster: dead}}, {name: torn, context: {cluster: torn}},
                           {name: odd, context: {cluster: odd}}, {name: far, context: {cluster: far}},
                           {name: split, context: {cluster: live, user: split}},
                           {name: once, context: {cluster: closed, user: once}}]
                clusters: [{name: live, cluster: {server: "%s"}}, {name: dead, cluster: {server: "http://127.0.0.1:9"}},
                           {name: torn, cluster: {server: "https://127.0.0.1:9", certificate-authority: /none/ca.crt}},
                           {name: odd, cluster: {server: "http://my_cluster:6443"}},
                           {name: far, cluster: {server: "http://127.0.0.1:99999"}},
                           {name: closed, cluster: {server: "%s"}}]
                users: [{name: split, user: {token: "SEC\\nRET"}},
                        {name: once, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: "%s"}}}]
                """.formatted(live, closed, plugin()));
    }

    /// An exec plugin that returns a token once, and then fails.
    private Path plugin() throws IOException {
        Path plugin = Files.writeString(dir.resolve("plugin"), """
                #!/bin/sh
                mkdir "$0.used" 2>/dev/null || { echo "log in first" >&2; exit 1; }
                echo '{"kind": "ExecCredential", "status": {"token": "SECRET"}}'
                """);
        assertThat(plugin.toFile().setExecutable(true)).isTrue();
        return plugin;
    }

    @Test
    void thoseThatAnswerAreFollowedAndTheOthersAreNamed() throws Exception {
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults())) {
            write(cluster.url().toString(), "http://127.0.0.1:9");

            assertThat(follow("gone", "Me@First", "torn", "me-first"))
                    .extracting(NamedCluster::name)
                    .containsExactly("me-first", "me-first-2");
            assertThat(out.toString().lines())
                    .containsExactly(
                            "Following context Me@First (%s), read-only.".formatted(cluster.url()),
                            "Following context me-first (%s), read-only.".formatted(cluster.url()));
            assertThat(err.toString().lines())
                    .satisfiesExactly(
                            gone -> assertThat(gone)
                                    .contains(
                                            "skipping context gone",
                                            "connection refused",
                                            "check that the cluster is up"),
                            torn -> assertThat(torn).contains("skipping context torn", "/none/ca.crt"));
        }
    }

    @Test
    void aFailingContextIsSkippedWithoutRevealingTokens() throws Exception {
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults());
                Simulator closed = Simulator.start(SimulatorConfig.defaults().withToken("another"))) {
            write(cluster.url().toString(), closed.url().toString());

            assertThat(follow("odd", "far", "split", "once", "me-first"))
                    .extracting(NamedCluster::name)
                    .containsExactly("me-first");
            assertThat(err.toString()).doesNotContain("SEC", "RET");
            assertThat(err.toString().lines())
                    .satisfiesExactly(
                            odd -> assertThat(odd)
                                    .contains("skipping context odd", "'http://my_cluster:6443'", "hyphens"),
                            far -> assertThat(far).contains("skipping context far", "ports end at 65535"),
                            split -> assertThat(split)
                                    .contains("skipping context split", "the token of user", "one line"),
                            once -> assertThat(once).contains("skipping context once", "(401)", "log in first"));
        }
    }

    @Test
    void aSingleOneMustAnswer() {
        assertThatThrownBy(() -> follow("gone"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("context gone: cannot reach http://127.0.0.1:9");
    }

    @Test
    void atLeastOneContextMustBeReachable() {
        assertThatThrownBy(() -> follow("gone", "torn"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("none of the contexts can be reached (see above)");
    }

    @Test
    void aMisspeltNameIsAMistakeAndNoClusterThatIsAway() {
        Livekube said = Livekube.run("up", "--kubeconfig", kubeconfig.toString(), "--context", "gone,gonne");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).hasLineCount(1).contains("no context 'gonne'", "'gone'");
    }
}
