package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The launcher script of a built checkout, with a `java` that only prints its arguments.
@Timeout(120)
class LauncherTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String JAVA = """
            #!/bin/sh
            for argument; do
              case "$argument" in @*) [ -f "${argument#@}" ] || { echo "no file $argument"; exit 1; } ;; esac
            done
            echo "$@"
            """;

    @TempDir
    private Path checkout;

    @BeforeEach
    void build() throws IOException {
        program("livekube", Files.readString(ROOT.resolve("livekube")));
        program("build/find-jdk", "#!/bin/sh\necho '%s'\n".formatted(checkout.resolve("jdk")));
        program("jdk/bin/java", JAVA);
        Files.createSymbolicLink(checkout.resolve("build/jvm"), ROOT.resolve("build/jvm"));
        program("cli/target/livekube.jar", "");
        program("target/built", "");
    }

    private void program(String name, String text) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    static Stream<String> commands() {
        return Main.commandLine().getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandIsStartedWithOptionsThatExist(String command) throws Exception {
        assertThat(livekube(command, "--some", "a b"))
                .contains("-Dlivekube.command=./livekube ")
                .endsWith("livekube.jar " + command + " --some a b\n");
    }

    @Test
    void onlyTheFirstBuildOfACloneSkipsChecks() throws Exception {
        program("build/package", "#!/bin/sh\necho \"packaging $*\"\n");
        Files.delete(checkout.resolve("target/built"));
        nothingIsEdited();
        assertThat(livekube("version")).contains("packaging --projects cli").doesNotContain("-XepDisableAllChecks");

        Files.delete(checkout.resolve("cli/target/livekube.jar"));
        Files.delete(checkout.resolve("cli/target"));
        assertThat(livekube("version")).contains("packaging --projects cli").contains("-XepDisableAllChecks");
    }

    @Test
    void theFirstBuildIsCheckedWhereSomethingMayBeEdited() throws Exception {
        program("build/package", "#!/bin/sh\necho \"packaging $*\"\n");
        Files.delete(checkout.resolve("cli/target/livekube.jar"));
        Files.delete(checkout.resolve("cli/target"));
        assertThat(livekube("version"))
                .as("without Git")
                .contains("packaging --projects cli")
                .doesNotContain("-XepDisableAllChecks");

        nothingIsEdited();
        program(".git/info/exclude", "");
        assertThat(livekube("version"))
                .as("with a new file")
                .contains("packaging --projects cli")
                .doesNotContain("-XepDisableAllChecks");
    }

    /// A Git repository that ignores all files.
    private void nothingIsEdited() throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "init", "--quiet")
                .directory(checkout.toFile())
                .inheritIO()
                .start();
        assertThat(git.waitFor()).isZero();
        program(".git/info/exclude", "*\n");
    }

    private String livekube(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("./livekube"));
        command.addAll(List.of(arguments));
        Process livekube = new ProcessBuilder(command)
                .directory(checkout.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(livekube.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(livekube.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(livekube.exitValue()).as(said).isZero();
        return said;
    }
}
