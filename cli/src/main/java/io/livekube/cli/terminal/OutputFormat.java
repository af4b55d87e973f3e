package io.livekube.cli.terminal;

/// The forms that results come in, besides a table.
public enum OutputFormat {
    wide,
    json,
    yaml,
    name
}
