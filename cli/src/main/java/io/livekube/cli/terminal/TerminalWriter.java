package io.livekube.cli.terminal;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// Writer to a terminal, which supports redrawn lines and, unless `NO_COLOR` is set, colors.
///
/// Pipes, files and tests use other writers and get neither.
public final class TerminalWriter extends PrintWriter {
    private final boolean color;

    TerminalWriter(FileOutputStream to, boolean eachLine, boolean color) {
        super(to, eachLine, StandardCharsets.UTF_8);
        this.color = color;
    }

    /// Standard output.
    public static PrintWriter ofOutput(Map<String, String> environment) {
        return of(FileDescriptor.out, false, environment);
    }

    /// Standard error, flushed line by line.
    public static PrintWriter ofErrors(Map<String, String> environment) {
        return of(FileDescriptor.err, true, environment);
    }

    /// Java reports only for input and output together whether they are a terminal.
    private static PrintWriter of(FileDescriptor descriptor, boolean eachLine, Map<String, String> environment) {
        var to = new FileOutputStream(descriptor);
        String kind = environment.getOrDefault("TERM", "");
        boolean terminal = Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .isPresent()
                && !kind.isEmpty()
                && !kind.equals("dumb");
        return terminal
                ? new TerminalWriter(
                        to, eachLine, environment.getOrDefault("NO_COLOR", "").isEmpty())
                : new PrintWriter(to, eachLine, StandardCharsets.UTF_8);
    }

    boolean color() {
        return color;
    }
}
