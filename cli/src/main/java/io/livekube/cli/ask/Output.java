package io.livekube.cli.ask;

/// The forms that results come in, besides a table.
enum Output {
    wide,
    json,
    yaml,
    name
}
