package io.livekube.cli.terminal;

import java.io.PrintWriter;

/// A colour, for those who see it.
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

    /// The text as it should go to a writer: coloured only if that leads to a terminal.
    public String on(PrintWriter writer, String text) {
        boolean colour = writer instanceof TerminalWriter screen && screen.colour();
        return colour && this != PLAIN && !text.isEmpty() ? on + text + OFF : text;
    }
}
