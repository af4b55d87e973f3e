package io.livekube.cli.terminal;

import io.livekube.apimachinery.table.Ages;
import java.time.Duration;
import java.util.Locale;

/// Human-readable numbers: sizes, counts and durations.
public final class HumanNumbers {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};

    private HumanNumbers() {}

    /// `812 B`, `4.3 KB`, `17 MB`.
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1_000 && unit < UNITS.length - 1) {
            value /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }

    /// `12,345`.
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /// `12 ms`, `3.4 s`, `2m5s`.
    public static String took(Duration time) {
        long millis = time.toMillis();
        if (millis < 1_000) {
            return millis + " ms";
        }
        return millis < 60_000 ? String.format(Locale.ROOT, "%.1f s", millis / 1e3) : age(time);
    }

    /// Age in the two largest units, as kubectl prints it: `45s`, `3m20s`, `5d3h`.
    public static String age(Duration span) {
        return Ages.text(span);
    }
}
