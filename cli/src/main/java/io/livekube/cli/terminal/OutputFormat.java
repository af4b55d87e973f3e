package io.livekube.cli.terminal;

/// Output formats other than the default table.
public enum OutputFormat {
    wide,
    json,
    yaml,
    name
}
