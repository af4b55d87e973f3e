package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/// Examples in `--help` are valid commands with valid options.
class HelpExamplesTest {
    private static final Pattern BEHIND_IT = Pattern.compile(" {2,}.*| >.*");

    static Stream<String> examples() {
        CommandLine root = Main.commandLine();
        return Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
                .flatMap(command ->
                        Arrays.stream(command.getCommandSpec().usageMessage().footer()))
                .map(String::strip)
                .filter(line -> line.startsWith("livekube ") && !line.endsWith("\\"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void canBeTyped(String example) {
        String typed = BEHIND_IT.matcher(example).replaceFirst("");
        List<String> words = List.of(typed.split(" "));

        assertThatCode(() -> Main.commandLine()
                        .parseArgs(words.subList(1, words.size()).toArray(String[]::new)))
                .as(typed)
                .doesNotThrowAnyException();
    }
}
