package io.livekube.cli.doctor;

import io.livekube.cli.terminal.TextColor;

/// Result of one check.
///
/// @param advice what to change; empty if nothing
public record Finding(Level level, String text, String advice) {
    /// Severity.
    enum Level {
        FINE("✓", TextColor.GOOD),
        NOTE("·", TextColor.FAINT),
        WARNING("!", TextColor.WARNING),
        PROBLEM("✗", TextColor.BAD);

        private final String sign;
        private final TextColor color;

        Level(String sign, TextColor color) {
            this.sign = sign;
            this.color = color;
        }

        String sign() {
            return sign;
        }

        TextColor color() {
            return color;
        }

        boolean bad() {
            return this == WARNING || this == PROBLEM;
        }
    }

    static Finding fine(String text) {
        return new Finding(Level.FINE, text, "");
    }

    static Finding note(String text) {
        return new Finding(Level.NOTE, text, "");
    }
}
