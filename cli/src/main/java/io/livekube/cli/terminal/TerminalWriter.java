package io.livekube.cli.terminal;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// A writer that leads to a terminal, where lines can be drawn anew and, unless somebody minds, have
/// colours.
///
/// Whatever writes to another kind of writer gets neither: a pipe, a file, a test.
public final class TerminalWriter extends PrintWriter {
    private final boolean colour;

    TerminalWriter(FileOutputStream to, boolean eachLine, boolean colour) {
        super(to, eachLine, StandardCharsets.UTF_8);
        this.colour = colour;
    }

    /// Where this process writes its results.
    public static PrintWriter ofOutput(Map<String, String> environment) {
        return of(FileDescriptor.out, false, environment);
    }

    /// Where this process writes what is not a result, line by line.
    public static PrintWriter ofErrors(Map<String, String> environment) {
        return of(FileDescriptor.err, true, environment);
    }

    /// Java tells only of input and output together whether they are a terminal; what is sure is taken for
    /// one.
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

    boolean colour() {
        return colour;
    }
}
