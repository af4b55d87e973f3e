package io.livekube.cli.doctor;

import io.livekube.cli.terminal.Paint;

/// One thing that measurements say, in plain words.
///
/// @param advice which setting to change; empty if none
record Finding(Level level, String text, String advice) {
    /// How good or bad it is.
    enum Level {
        FINE("✓", Paint.GOOD),
        NOTE("·", Paint.FAINT),
        WARNING("!", Paint.WARNING),
        PROBLEM("✗", Paint.BAD);

        private final String sign;
        private final Paint paint;

        Level(String sign, Paint paint) {
            this.sign = sign;
            this.paint = paint;
        }

        String sign() {
            return sign;
        }

        Paint paint() {
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
