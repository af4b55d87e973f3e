package io.livekube.cli.terminal;

import java.io.PrintWriter;

/// Text colors and styles, applied only on a terminal.
public enum TextColor {
    PLAIN(""),
    GOOD("\u001b[32m"),
    WARNING("\u001b[33m"),
    BAD("\u001b[31m"),
    FAINT("\u001b[2m"),
    STRONG("\u001b[1m");

    private static final String OFF = "\u001b[0m";

    private final String on;

    TextColor(String on) {
        this.on = on;
    }

    /// Colors the text if the writer is a terminal with colors.
    public String on(PrintWriter writer, String text) {
        boolean color = writer instanceof TerminalWriter terminal && terminal.color();
        return color && this != PLAIN && !text.isEmpty() ? on + text + OFF : text;
    }
}
