package io.livekube.cli.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The `-o` option of commands that print a response of the hub.
public final class OutputOption {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES} (default: a table).")
    private @Nullable OutputFormat output;

    /// Prints the response in the requested format.
    ///
    /// @param names the lines of `-o name`
    /// @param table prints the default table
    public void print(
            JsonNode answer, PrintWriter out, Function<JsonNode, Stream<String>> names, Consumer<JsonNode> table) {
        switch (output) {
            case json -> out.println(Yaml.json(answer));
            case yaml -> out.print(Yaml.write(answer));
            case name -> names.apply(answer).forEach(out::println);
            case wide -> table.accept(answer);
            case null -> table.accept(answer);
        }
    }

    public boolean wide() {
        return output == OutputFormat.wide;
    }
}
