package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// Durations as kubectl prints them, with at most two units: `45s`, `3m20s`, `5d3h`.
public final class Ages {
    private static final String WHOLE_SECOND = "0000-00-00T00:00:00Z";

    private Ages() {}

    /// The age of a timestamp, or `<unknown>` if it is absent.
    static String since(JsonNode timestamp, Instant now) {
        return instant(timestamp).map(then -> text(Duration.between(then, now))).orElse(Fields.UNKNOWN);
    }

    /// Parses a timestamp; empty if it is absent or malformed.
    public static Optional<Instant> instant(JsonNode timestamp) {
        String text = timestamp.asText("");
        if (text.isEmpty() || timestamp.isNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    isWholeSecond(text)
                            ? wholeSecond(text)
                            : OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty(); // API servers send no such timestamp
        }
    }

    /// Whether it has the form of almost all timestamps, `2026-01-31T23:59:59Z`: they are parsed for every change.
    private static boolean isWholeSecond(String text) {
        if (text.length() != WHOLE_SECOND.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char expected = WHOLE_SECOND.charAt(i);
            char found = text.charAt(i);
            if (expected == '0' ? found < '0' || found > '9' : found != expected) {
                return false;
            }
        }
        return true;
    }

    private static Instant wholeSecond(String text) {
        LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
        LocalTime time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
        return Instant.ofEpochSecond(day.toEpochSecond(time, ZoneOffset.UTC));
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    /// Formats a duration: `45s`, `3m20s`, `5d3h`.
    public static String text(Duration span) {
        long seconds = span.toMillis() / 1000; // towards zero
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
