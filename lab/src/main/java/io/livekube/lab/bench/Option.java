package io.livekube.lab.bench;

/// A setting of a benchmark: `--name value`.
///
/// @param full default value
/// @param quick its value with `--quick`, which keeps the whole run under a minute
public record Option(String name, String meaning, String full, String quick) {
    public static Option of(String name, String meaning, long full, long quick) {
        return new Option(name, meaning, Long.toString(full), Long.toString(quick));
    }
}
