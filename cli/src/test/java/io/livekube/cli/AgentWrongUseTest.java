package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Usage errors of `livekube agent`.
class AgentWrongUseTest {
    private record Outcome(int exitCode, String err) {}

    private static Outcome agent(List<String> arguments) {
        var err = new StringWriter();
        var all = new ArrayList<>(List.of("agent"));
        all.addAll(arguments);
        int exitCode = Main.commandLine().setErr(new PrintWriter(err)).execute(all.toArray(new String[0]));
        return new Outcome(exitCode, err.toString());
    }

    @ParameterizedTest(name = "agent {0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--cluster demo --token-file t                                          | --hub=URL",
                "--hub ftp://h --cluster demo --token-file t                            | 'ftp://h' is not a valid hub URL",
                "--hub localhost:8080 --cluster demo --token-file t                     | 'localhost:8080'",
                "--hub 127.0.0.1:8080 --cluster demo --token-file t                     | '127.0.0.1:8080' is not a valid hub URL",
                "--hub http://h --cluster My_Cluster --token-file t                     | 'My_Cluster' is not a cluster name",
                "--hub http://h --cluster demo --token-file t --resource-types Pot      | unknown resource type 'Pot'",
                "--hub http://h --cluster demo --token-file t --resource-types Secret   | --secrets metadata",
                "--hub http://h --cluster demo --token-file t --secrets all             | off or metadata, not 'all'",
                "--hub http://h --cluster demo --token-file t --crds Some               | 'Some' is neither an API group nor a resource",
                "--hub http://h --cluster demo --token-file t --listen 8081             | invalid listen address '8081'",
                "--hub http://h --cluster demo --token-file t --listen :70000           | invalid listen address ':70000'",
            })
    void aWrongFlagGetsOneLineAndExitCode2(String flags, String said) {
        Outcome outcome = agent(List.of(flags.split(" +")));
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("livekube agent: ").contains(said).hasLineCount(1);
    }

    @Test
    void aMissingTokenOrKubeconfigIsNamed(@TempDir Path dir) throws Exception {
        Path kubeconfig = Files.writeString(dir.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c, user: c}}]
                users: [{name: c, user: {}}]
                """);
        Path token = Files.writeString(dir.resolve("token"), "t");
        Path empty = Files.createFile(dir.resolve("empty"));
        Path none = dir.resolve("none");

        assertThat(agent(flags(none, kubeconfig)))
                .satisfies(o -> fails(o, "none: cannot be read: there is no such file"));
        assertThat(agent(flags(empty, kubeconfig))).satisfies(o -> fails(o, "empty: is empty"));
        assertThat(agent(flags(dir, kubeconfig))).satisfies(o -> fails(o, "it is a directory"));
        assertThat(agent(flags(token, none))).satisfies(o -> fails(o, none.toString()));
        assertThat(agent(flags(token, empty))).satisfies(o -> fails(o, "the kubeconfig " + empty));
        assertThat(agent(flags(token, kubeconfig, "--context", "other"))).satisfies(o -> fails(o, "'other'"));
        assertThat(agent(flags(token, kubeconfig, "--hub-ca-file", "" + none)))
                .satisfies(o -> fails(o, "CA file " + none));
    }

    private static List<String> flags(Path token, Path kubeconfig, String... more) {
        var flags = new ArrayList<>(List.of("--hub", "http://127.0.0.1:1", "--cluster", "demo"));
        flags.addAll(List.of("--token-file", token.toString(), "--kubeconfig", kubeconfig.toString()));
        flags.addAll(List.of(more));
        return flags;
    }

    private static void fails(Outcome outcome, String said) {
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).startsWith("livekube agent: ").contains(said).hasLineCount(1);
    }
}
