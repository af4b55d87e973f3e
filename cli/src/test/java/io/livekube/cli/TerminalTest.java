package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Output at a terminal and in a pipe.
@Timeout(360)
class TerminalTest {
    private static final String UP_AND_CLEAR = "\u001b\\[\\d+A\u001b\\[J";
    private static final String COLOUR = "\u001b[3";

    /// Ample for a slow machine: the output or exit code 0 shows that [StopSignal] did not force the exit.
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    private Path home;

    private static URI hub(Session up) {
        up.awaits("Press Ctrl-C to stop.");
        Matcher url = Pattern.compile("dashboard +(http://[0-9.:]+)/").matcher(up.said());
        assertThat(url.find()).isTrue();
        return URI.create(url.group(1));
    }

    @Test
    void makeRunDrawsProgressInPlaceWatchesFollowItAndCtrlCEndsItQuietly() throws Exception {
        Map<String, String> small = Map.of("LIVEKUBE_PORT", "0", "LIVEKUBE_PODS", "40", "LIVEKUBE_CHURN", "20");
        try (var up = Session.makeRun(home, small)) {
            URI hub = hub(up);
            assertThat(up.said())
                    .contains("No kubeconfig found: running three simulated clusters")
                    .containsPattern(UP_AND_CLEAR)
                    .containsPattern("CLUSTER +KIND +STATE +PAGES +OBJECTS +MB +SECONDS")
                    .contains(COLOUR)
                    .containsPattern("shop +21 of 21 kinds")
                    .containsPattern("lab +21 of 21 kinds")
                    .contains("kubectl --server " + hub + "/clusters/shop get pods -A");

            watch(hub);

            assertThat(up.interrupted(SOON)).as("Ctrl-C ends it").isTrue();
            assertThat(up.said().substring(up.said().indexOf("^C")).lines())
                    .as("make has nothing to complain of")
                    .containsExactly("^C", "Stopping.");
        }
    }

    @Test
    void upFollowsTheClustersOfAKubeconfigAndPrintsPlainLinesToAPipe() throws Exception {
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults())) {
            Path kubeconfig = Files.writeString(home.resolve("kubeconfig"), """
                    current-context: Me@First
                    contexts: [{name: Me@First, context: {cluster: live}}, {name: second, context: {cluster: live}},
                               {name: gone, context: {cluster: dead}}]
                    clusters: [{name: live, cluster: {server: "%s"}}, {name: dead, cluster: {server: "http://127.0.0.1:9"}}]
                    """.formatted(cluster.url()));
            Map<String, String> environment = Map.of("KUBECONFIG", kubeconfig.toString(), "LIVEKUBE_PORT", "0");
            try (var up = Session.inPipe(home, environment, "up", "--all-contexts")) {
                hub(up);
                assertThat(up.said())
                        .contains("warning: skipping context gone: cannot reach http://127.0.0.1:9")
                        .containsPattern("me-first +namespaces +synced +1 page +4 objects")
                        .containsPattern("second +18 of 18 kinds, ")
                        .doesNotContain("\u001b");
                assertThat(up.terminated(SOON)).isTrue();
                assertThat(up.exitCode()).as("who is stopped ends well").isZero();
            }
        }
    }

    private void watch(URI hub) throws Exception {
        Map<String, String> environment = Map.of("LIVEKUBE_HUB", hub.toString());
        String[] command = {"get", "pods", "-A", "-w", "--cluster", "shop", "--output-watch-events"};
        try (var terminal = Session.atTerminal(home, environment, command);
                var pipe = Session.inPipe(home, environment, command)) {
            terminal.awaits("MODIFIED");
            pipe.awaits("MODIFIED");
            assertThat(pipe.said())
                    .containsPattern("(?m)^EVENT +NAMESPACE +NAME +READY +STATUS")
                    .doesNotContain("\u001b");
            assertThat(terminal.said()).containsPattern("EVENT +NAMESPACE +NAME +READY +STATUS");
            assertThat(terminal.interrupted(SOON)).isTrue();
        }
    }

    @Test
    void doctorRedrawsProgressOnATerminalAndPrintsLinesToAPipe() throws Exception {
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults())) {
            Path kubeconfig = Files.writeString(home.resolve("kubeconfig"), cluster.kubeconfig());
            String[] command = {
                "doctor", "--kubeconfig", kubeconfig.toString(), "--resource-types", "Pod,Namespace,Node"
            };
            try (var terminal = Session.atTerminal(home, Map.of(), command)) {
                assertThat(terminal.exitCode()).as(terminal.said()).isZero();
                assertThat(terminal.said())
                        .containsPattern(UP_AND_CLEAR)
                        .contains(COLOUR)
                        .contains("✓")
                        .contains("No problems found.");
            }
            try (var plain = Session.atTerminal(home, Map.of("NO_COLOR", "1"), command)) {
                assertThat(plain.exitCode()).as(plain.said()).isZero();
                assertThat(plain.said()).doesNotContain(COLOUR).contains("✓ allowed to list and watch all 3 kinds");
            }
            try (var pipe = Session.inPipe(home, Map.of(), command)) {
                assertThat(pipe.exitCode()).as(pipe.said()).isZero();
                List<String> lines = pipe.said().lines().toList();
                assertThat(lines)
                        .contains("measuring 1 of 3, pods")
                        .contains("✓ allowed to list and watch all 3 kinds")
                        .anyMatch(line -> line.matches("namespaces +4 +.*"))
                        .contains("No problems found.");
                assertThat(pipe.said()).doesNotContain("\u001b");
            }
        }
    }
}
