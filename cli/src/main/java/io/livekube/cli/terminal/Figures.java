package io.livekube.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/// Numbers as people read them.
public final class Figures {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};

    private Figures() {}

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

    /// How long ago, with the two figures that matter, as kubectl does: `45s`, `3m20s`, `5d3h`.
    public static String age(Duration span) {
        long seconds = span.toMillis() / 1000;
        if (seconds < -1) {
            return "<invalid>";
        }
        long minutes = seconds / 60;
        long hours = minutes / 60;
        long days = hours / 24;
        if (seconds < 120) {
            return Math.max(0, seconds) + "s";
        } else if (minutes < 10) {
            return two(minutes, "m", seconds % 60, "s");
        } else if (minutes < 180) {
            return minutes + "m";
        } else if (hours < 8) {
            return two(hours, "h", minutes % 60, "m");
        } else if (hours < 48) {
            return hours + "h";
        } else if (days < 8) {
            return two(days, "d", hours % 24, "h");
        } else if (days < 2 * 365) {
            return days + "d";
        } else if (days < 8 * 365) {
            return two(days / 365, "y", days % 365, "d");
        }
        return days / 365 + "y";
    }

    private static String two(long large, String unit, long small, String smallUnit) {
        return small == 0 ? large + unit : large + unit + small + smallUnit;
    }
}
