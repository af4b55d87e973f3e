package io.livekube.lab.bench;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Settings of one run: the benchmark's defaults, or its quick ones, overridden by the command line.
public final class Options {
    private static final String RESULTS = "results";

    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
    }

    /// Understands `--quick`, `--results DIR` and the benchmark's own options.
    public static Options parse(List<String> arguments, List<Option> known) {
        boolean quick = arguments.contains("--quick");
        Map<String, String> values = new HashMap<>();
        values.put(RESULTS, "");
        known.forEach(option -> values.put(option.name(), quick ? option.quick() : option.full()));
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("--quick")) {
                continue;
            }
            String name = argument.startsWith("--") ? argument.substring(2) : "";
            if (!values.containsKey(name)) {
                throw new UsageException("unknown option " + argument + "; known: --quick --results "
                        + String.join(
                                " ", known.stream().map(o -> "--" + o.name()).toList()));
            }
            if (i + 1 == arguments.size()) {
                throw new UsageException(argument + " needs a value");
            }
            values.put(name, arguments.get(++i));
        }
        return new Options(Map.copyOf(values));
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the benchmark declares no option " + name);
        }
        return value;
    }

    public int number(String name) {
        try {
            int number = Integer.parseInt(text(name));
            if (number < 0) {
                throw new UsageException("--" + name + " can't be negative: " + number);
            }
            return number;
        } catch (NumberFormatException e) {
            throw new UsageException("--" + name + " needs a whole number, not " + text(name), e);
        }
    }

    Path resultsOr(Path standard) {
        return text(RESULTS).isEmpty() ? standard : Path.of(text(RESULTS));
    }
}
