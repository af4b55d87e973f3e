package io.livekube.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.SpellingSuggestion;
import io.livekube.cli.terminal.Yaml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Values of options that are not on the command line: `--token-file` is `LIVEKUBE_TOKEN_FILE` in the
/// environment, which takes precedence, and `token-file` in the config file.
final class OptionDefaults implements IDefaultValueProvider {
    static final String FILE_OPTION = "--config";

    private final Map<String, String> environment;
    private final Map<String, String> inFile;
    private final Optional<Path> file;

    /// For options with a fixed set of values: the values that any command accepts, by option name.
    private final Map<String, Set<String>> words = new HashMap<>();

    private OptionDefaults(Map<String, String> environment, Map<String, String> inFile, Optional<Path> file) {
        this.environment = environment;
        this.inFile = inFile;
        this.file = file;
    }

    static OptionDefaults none() {
        return new OptionDefaults(Map.of(), Map.of(), Optional.empty());
    }

    /// Reads the config file named by `--config` or `LIVEKUBE_CONFIG`, or the default one if it exists.
    static OptionDefaults find(Map<String, String> environment, String... arguments) {
        Optional<Path> named = named(arguments)
                .or(() ->
                        Optional.ofNullable(environment.get("LIVEKUBE_CONFIG")).filter(path -> !path.isEmpty()))
                .map(Path::of);
        Optional<Path> file = named.or(() -> Optional.of(usual(environment)).filter(Files::isReadable));
        return new OptionDefaults(environment, file.map(OptionDefaults::read).orElse(Map.of()), file);
    }

    private static Path usual(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        return (config.isEmpty() ? Path.of(home, ".config") : Path.of(config)).resolve("livekube/config.yaml");
    }

    private static Optional<String> named(String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith(FILE_OPTION + "=")) {
                return Optional.of(arguments[i].substring(FILE_OPTION.length() + 1));
            }
            if (arguments[i].equals(FILE_OPTION) && i + 1 < arguments.length) {
                return Optional.of(arguments[i + 1]);
            }
        }
        return Optional.empty();
    }

    private static Map<String, String> read(Path file) {
        JsonNode document = Yaml.read(file, "config file");
        var values = new HashMap<String, String>();
        if (document.isMissingNode() || document.isNull()) {
            return values;
        }
        if (!document.isObject()) {
            throw new CommandFailure(
                    "config file %s: expected lines like 'hub: http://127.0.0.1:8080'".formatted(file));
        }
        document.properties().forEach(entry -> values.put(entry.getKey(), Yaml.text(entry.getValue())));
        return values;
    }

    /// Rejects unknown names, since a misspelled one would have no effect.
    ///
    /// @throws CommandFailure if the file sets an option that no command has
    void check(CommandLine root) {
        Set<String> known = new TreeSet<>();
        known(root, known);
        for (String name : new TreeSet<>(inFile.keySet())) {
            if (!known.contains(name)) {
                throw new CommandFailure(
                        "config file %s: unknown option '%s'%s".formatted(file.orElseThrow(), name, near(name, known)));
            }
        }
    }

    private static String near(String name, Set<String> known) {
        return SpellingSuggestion.to(name, known)
                .or(() -> known.stream()
                        .filter(other -> other.startsWith(name.substring(0, Math.min(3, name.length()))))
                        .findFirst())
                .map(other -> "; did you mean '" + other + "'?")
                .orElse("; use flag names without --");
    }

    private void known(CommandLine command, Set<String> names) {
        command.getCommandSpec().options().stream()
                .filter(OptionDefaults::settable)
                .forEach(option -> {
                    names.add(name(option));
                    words(option)
                            .forEach(word -> words.computeIfAbsent(name(option), _ -> new TreeSet<>())
                                    .add(word));
                });
        command.getSubcommands().values().forEach(sub -> known(sub, names));
    }

    private static Set<String> words(OptionSpec option) {
        var words = new TreeSet<String>();
        if (option.completionCandidates() != null) {
            option.completionCandidates().forEach(words::add);
        }
        return words;
    }

    /// `output: wide` is meant for `get`; `doctor`, which does not support it, ignores it.
    private boolean forOthersOnly(OptionSpec option, String value) {
        return !words(option).isEmpty()
                && !words(option).contains(value)
                && words.getOrDefault(name(option), Set.of()).contains(value);
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option && settable(option)
                ? value(option).filter(value -> !forOthersOnly(option, value)).orElse(null)
                : null;
    }

    private Optional<String> value(OptionSpec option) {
        return Optional.ofNullable(environment.get(variable(option)))
                .filter(text -> !text.isEmpty())
                .or(() -> Optional.ofNullable(inFile.get(name(option))));
    }

    /// The environment variable or file entry that sets an option.
    Optional<String> origin(OptionSpec option) {
        if (!environment.getOrDefault(variable(option), "").isEmpty()) {
            return Optional.of(variable(option));
        }
        return inFile.containsKey(name(option)) ? file.map(path -> name(option) + " in " + path) : Optional.empty();
    }

    private static boolean settable(OptionSpec option) {
        return !option.usageHelp()
                && !option.versionHelp()
                && option.longestName().startsWith("--")
                && !option.longestName().equals(FILE_OPTION);
    }

    private static String name(OptionSpec option) {
        return option.longestName().substring(2);
    }

    private static String variable(OptionSpec option) {
        return "LIVEKUBE_" + name(option).toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
