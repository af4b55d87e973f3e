package io.livekube.lab.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/// Formats numbers with a sensible number of digits.
final class FigureFormat {
    private FigureFormat() {}

    /// Four significant digits, no exponent: for programs.
    static String plain(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return new BigDecimal(value, new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    /// Three significant digits, thousands set apart: for people.
    static String human(double value) {
        double size = Math.abs(value);
        int decimals = value == Math.rint(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
