package io.livekube.cli.doctor;

import io.livekube.cli.terminal.TextColor;

/// One thing that measurements say, in plain words.
///
/// @param advice which setting to change; empty if none
public record Finding(Level level, String text, String advice) {
    /// How good or bad it is.
    enum Level {
        FINE("✓", TextColor.GOOD),
        NOTE("·", TextColor.FAINT),
        WARNING("!", TextColor.WARNING),
        PROBLEM("✗", TextColor.BAD);

        private final String sign;
        private final TextColor paint;

        Level(String sign, TextColor paint) {
            this.sign = sign;
            this.paint = paint;
        }

        String sign() {
            return sign;
        }

        TextColor paint() {
            return paint;
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
