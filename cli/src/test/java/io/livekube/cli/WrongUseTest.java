package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Usage errors: one helpful line, exit code 2, no stack trace.
class WrongUseTest {
    private record Outcome(int exitCode, String out, String err) {}

    private static Outcome livekube(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Outcome(exitCode, out.toString(), err.toString());
    }

    @Test
    void aMisspeltCommandIsNamedWithTheOneThatIsMeant() {
        assertThat(livekube("cluster").err())
                .isEqualTo("livekube: unknown command 'cluster'; did you mean 'clusters'? (see livekube --help)\n");
        assertThat(livekube("gte", "pods").err()).startsWith("livekube: unknown command 'gte'; did you mean 'get'?");
        assertThat(livekube("bananas").err()).startsWith("livekube: unknown command 'bananas' (see");
        assertThat(livekube("--nonsense").err()).startsWith("livekube: unknown option '--nonsense' (see");
        assertThat(livekube("get", "pods", "--clustr=a").err())
                .startsWith("livekube get: unknown option '--clustr'; did you mean '--cluster'?");
        assertThat(livekube("help", "gett").err())
                .isEqualTo("livekube: unknown command 'gett'; did you mean 'get'? (see livekube --help)\n");
        assertThat(livekube("search", "web", "-ns:shop").err())
                .contains("put excluded terms after --, as in '-- -ns:shop'");
    }

    @Test
    void withoutArgumentsTheCommandsAreListed() {
        Livekube said = Livekube.run();

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).contains("Commands:", "Examples:", "livekube up");
    }

    @ParameterizedTest(name = "simulate {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--pods -1            | 0 to 500000 pods, not -1",
                "--pods many          | is not an int",
                "--port 99999         | between 0 and 65535",
                "--churn -3           | churn rate",
                "--churn NaN          | churn rate",
                "--no-such-flag       | unknown option",
                "extra                | Unmatched argument",
            })
    void aWrongFlagGetsOneLineAndExitCode2(String flags, String said) {
        Outcome outcome = livekube(("simulate " + flags).split(" +"));

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err())
                .startsWith("livekube simulate: ")
                .contains(said)
                .endsWith("--help)\n");
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.out()).isEmpty();
    }

    @ParameterizedTest(name = "hub {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--sync-mode always   | auto, on or off, not",
                "--idle-after soon    | is not a duration; use a number and a unit, such as 90s, 30m or 12h",
                "--idle-after 30      | is not a duration",
                "--idle-after 0s      | idleAfter must be positive",
            })
    void aWrongFlagOfTheHubGetsOneLineAndExitCode2(String flags, String said) {
        Outcome outcome = livekube(("hub --tokens-file tokens " + flags).split(" +"));

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("livekube hub: ").contains(said).hasLineCount(1);
    }

    @Test
    void aStateFileThatCanNotBeReadStopsTheHub(@TempDir Path dir) throws IOException {
        Path tokens = Files.writeString(dir.resolve("tokens"), "demo a-token-for-the-demo-cluster");
        Path state = Files.writeString(dir.resolve("state.json"), "{");
        Outcome outcome =
                livekube("hub", "--tokens-file", tokens.toString(), "--port", "0", "--state-file", state.toString());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("state.json can't be used").hasLineCount(1);
    }

    @Test
    void anUnknownCommandIsNamed() {
        Outcome outcome = livekube("simulat");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("simulat").hasLineCount(1);
    }

    @Test
    void aTakenPortIsNamedWithAWayOut() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Outcome outcome = livekube("simulate", "--pods", "1", "--port", "" + taken.getLocalPort());

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err())
                    .contains(":" + taken.getLocalPort())
                    .contains("--port 0")
                    .hasLineCount(1);
            assertThat(outcome.out()).isEmpty();
        }
    }

    @Test
    void aHubsTakenPortIsNamedWithAWayOut(@TempDir Path dir) throws IOException {
        Path tokens = Files.writeString(dir.resolve("tokens"), "demo a-token-for-the-demo-cluster");
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Outcome outcome = livekube("hub", "--tokens-file", tokens.toString(), "--port", "" + taken.getLocalPort());

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err())
                    .contains(":" + taken.getLocalPort())
                    .contains("--port 0")
                    .hasLineCount(1);
        }
    }

    @Test
    void aHubWithoutUsableTokensOrOpenToOthersDoesNotStart(@TempDir Path dir) throws IOException {
        Path wrong = Files.writeString(dir.resolve("wrong"), "demo short");
        Outcome none = livekube("hub");
        Outcome missing =
                livekube("hub", "--tokens-file", dir.resolve("missing").toString());
        Outcome unusable = livekube("hub", "--tokens-file", wrong.toString());
        Outcome open = livekube("hub", "--tokens-file", wrong.toString(), "--host", "0.0.0.0");
        Outcome halfTls = livekube("hub", "--tokens-file", wrong.toString(), "--tls-cert", "cert.pem");

        assertThat(none.err()).contains("--tokens-file").hasLineCount(1);
        assertThat(missing.err()).contains("missing: file not found").hasLineCount(1);
        assertThat(unusable.err()).contains("line 1").doesNotContain("short").hasLineCount(1);
        assertThat(open.err()).contains("--tls-cert").hasLineCount(1);
        assertThat(halfTls.err()).contains("--tls-key").hasLineCount(1);
        assertThat(new Outcome[] {none, open, halfTls})
                .allSatisfy(o -> assertThat(o.exitCode()).isEqualTo(2));
        assertThat(new Outcome[] {missing, unusable})
                .allSatisfy(o -> assertThat(o.exitCode()).isEqualTo(1));
    }

    @Test
    void anUnwritableKubeconfigStopsBeforeAnythingStarts(@TempDir Path dir) throws IOException {
        Path file = Files.createFile(dir.resolve("file"));

        Outcome missingFolder = livekube(
                "simulate", "--kubeconfig-out", dir.resolve("no/such/folder").toString());
        Outcome folder = livekube("simulate", "--kubeconfig-out", dir.toString());
        Outcome belowAFile =
                livekube("simulate", "--kubeconfig-out", file.resolve("x").toString());

        assertThat(new Outcome[] {missingFolder, folder, belowAFile}).allSatisfy(outcome -> {
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err()).contains("cannot write the kubeconfig").hasLineCount(1);
            assertThat(outcome.out()).isEmpty();
        });
    }

    @Test
    void aClusterThatDoesNotFitIsRefusedBeforeItIsMade() {
        long pods = Math.min(500_000, Runtime.getRuntime().maxMemory() / 10_000);
        Outcome outcome = livekube("simulate", "--pods", "" + pods);

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("LIVEKUBE_JAVA_OPTS=-Xmx").hasLineCount(1);
    }

    @Test
    void helpShowsExamples() {
        Outcome outcome = livekube("simulate", "--help");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("Examples:").contains("--churn 500");
    }

    @Test
    void versionIsPrinted() {
        assertThat(livekube("version").out()).startsWith("livekube ").contains("Java 25");
    }
}
