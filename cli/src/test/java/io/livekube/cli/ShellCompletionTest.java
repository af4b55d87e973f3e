package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The scripts of `livekube completion`, run in their shells.
@Timeout(120)
class ShellCompletionTest {
    /// What bash completes when Tab is pressed after these words.
    private static final String TAB = """
            compopt() { :; }
            tab() {
              COMP_WORDS=(livekube "$@"); COMP_CWORD=$#; COMPREPLY=()
              _complete_livekube
              echo "${COMPREPLY[@]}"
            }
            tab sy
            tab get --all-
            tab get pods -o ''
            tab completion ''
            """;

    @TempDir
    private Path home = Path.of("");

    private String said(String shell, List<String> arguments) throws IOException, InterruptedException {
        Path script = Files.writeString(
                home.resolve("livekube." + shell),
                Livekube.run("completion", shell).out());
        List<String> command = arguments.stream()
                .map(word -> word.replace("SCRIPT", script.toString()))
                .toList();
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private static void installed(String shell) {
        assumeThat(Stream.of(System.getenv("PATH").split(":")))
                .as("%s is not installed here", shell)
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, shell)));
    }

    @Test
    void bashCompletesCommandsOptionsAndTheirValues() throws Exception {
        installed("bash");
        assertThat(said("bash", List.of("bash", "--norc", "-c", "source SCRIPT\n" + TAB))
                        .lines())
                .containsExactly("sync", "--all-namespaces --all-clusters", "wide json yaml name", "bash zsh fish");
    }

    @Test
    void zshTakesItOverForTheCommand() throws Exception {
        installed("zsh");
        assertThat(said("zsh", List.of("zsh", "-f", "-c", "source SCRIPT\necho ${_comps[livekube]}")))
                .contains("_complete_livekube");
    }

    @Test
    void fishCompletesThemWithDescriptions() throws Exception {
        installed("fish");
        String tab = """
                source SCRIPT
                complete -C 'livekube sy'
                complete -C 'livekube get --all-c'
                complete -C 'livekube get pods -o '
                complete -C 'livekube completion f'
                """;
        assertThat(said("fish", List.of("fish", "-N", "-c", tab)).lines())
                .contains(
                        "sync\tShow or set the sync mode and kinds of a cluster.",
                        "--all-clusters\tShow objects of all clusters.",
                        "fish")
                .anyMatch(line -> line.startsWith("wide\t"))
                .noneMatch(line -> line.contains("${"));
    }
}
