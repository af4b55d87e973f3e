package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/// Durations as kubectl prints them, with at most two units: `45s`, `3m20s`, `5d3h`.
public final class Ages {
    private Ages() {}

    /// The age of a timestamp, or `<unknown>` if it is absent.
    static String since(JsonNode timestamp, Instant now) {
        return instant(timestamp).map(then -> text(Duration.between(then, now))).orElse(Fields.UNKNOWN);
    }

    /// Parses a timestamp; empty if it is absent or malformed.
    static Optional<Instant> instant(JsonNode timestamp) {
        String text = timestamp.asText("");
        if (text.isEmpty() || timestamp.isNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty(); // API servers send no such timestamp
        }
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
