package io.livekube.lab.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.lab.Bench;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The documents contain no untested commands.
@Timeout(600)
class DocsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /// What blocks may be besides commands; one without a language is a drawing or an answer.
    private static final Set<String> NO_COMMANDS = Set.of("", "text", "java", "json", "yaml");

    private static final Pattern LIKE_A_COMMAND =
            Pattern.compile("(\\$ |(make|curl|kubectl|helm|docker|npx|go|java|mvn|cd|(\\./)?livekube) ).*");
    private static final Pattern MAKE = Pattern.compile("(?m)(?:^|`)(make [a-z][a-z-]*(?: [A-Z]+=[a-z-]+)*)");
    private static final Pattern BENCH = Pattern.compile("BENCH=([a-z]+)");
    private static final Pattern LIVEKUBE = Pattern.compile("`(?:\\./)?livekube ([a-z]+)([^`]*)`");
    private static final Pattern OPTION = Pattern.compile("(?<= )--[a-z-]+");

    @TempDir
    private Path dir = Path.of("");

    @Test
    void everyBlockWithCommandsIsOneThatIsTyped() {
        var untried = new ArrayList<String>();
        for (Path document : DocCommand.documents()) {
            String language = "-";
            for (String line : DocCommand.lines(document)) {
                if (line.startsWith("```")) {
                    language = language.equals("-") ? line.substring(3) : "-";
                } else if (!language.equals("-")
                        && !language.equals("console")
                        && (!NO_COMMANDS.contains(language) || (language.isEmpty() && likeACommand(line)))) {
                    untried.add("%s, a block of '%s': %s".formatted(document.getFileName(), language, line));
                }
            }
        }
        assertThat(untried).isEmpty();
    }

    private static boolean likeACommand(String line) {
        return LIKE_A_COMMAND.matcher(line).matches();
    }

    @Test
    void everyReasonNotToRunACommandIsStillOne() {
        assertThat(DocCommand.documents().stream()
                        .flatMap(document -> DocCommand.of(document).stream())
                        .flatMap(command -> NotRun.rule(command).stream()))
                .contains(NotRun.values());
    }

    @Test
    void everyMakeCommandHasATarget() throws Exception {
        for (String command : new TreeSet<>(found(MAKE, 1))) {
            var make = new ArrayList<>(List.of(command.split(" ")));
            make.add(1, "--dry-run");
            var dryRun = new ProcessBuilder(make).directory(ROOT.toFile()).redirectErrorStream(true);
            dryRun.environment().keySet().removeAll(List.of("MAKEFLAGS", "MAKELEVEL", "MFLAGS"));
            Process process = dryRun.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as("%s: %s", command, said).isZero();
        }
    }

    @Test
    void everyMeasurementIsABenchmark() {
        assertThat(Bench.names()).containsAll(found(BENCH, 1));
    }

    @Test
    void commandsInProseExist() throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/cli.md"));
        for (Path document : DocCommand.documents()) {
            Stream<MatchResult> named =
                    LIVEKUBE.matcher(Files.readString(document)).results();
            for (MatchResult one : named.toList()) {
                String heading = "## `livekube %s`".formatted(one.group(1));
                assertThat(reference).as("%s: %s", document, one.group()).contains(heading);
                String help = reference.substring(reference.indexOf(heading) + heading.length())
                        .split("\n## ", 2)[0];
                OPTION.matcher(one.group(2))
                        .results()
                        .map(MatchResult::group)
                        .forEach(option -> assertThat(help)
                                .as("%s: %s", document, one.group())
                                .containsPattern(option + "\\b"));
            }
        }
    }

    private static Set<String> found(Pattern pattern, int group) {
        return DocCommand.documents().stream()
                .flatMap(document -> Stream.concat(
                        DocCommand.lines(document).stream().filter(line -> line.contains("`")),
                        DocCommand.of(document).stream().map(DocCommand::text)))
                .flatMap(text -> pattern.matcher(text).results())
                .map(result -> result.group(group))
                .collect(Collectors.toSet());
    }

    @Test
    void commandsAreFoundWithTheirLinesAndWithoutWhatTheySay() throws IOException {
        Path document = Files.writeString(dir.resolve("some.md"), """
                # Some
                ```console
                $ first --flag \\
                    more               # and a comment
                what it says
                $ second '# no comment'
                ```
                ```java
                $ no command
                ```
                """);

        assertThat(DocCommand.of(document))
                .containsExactly(
                        new DocCommand("some.md:3", "first --flag \\\n    more"),
                        new DocCommand("some.md:6", "second '# no comment'"));
    }
}
