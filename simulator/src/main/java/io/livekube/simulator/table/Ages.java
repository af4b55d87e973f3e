package io.livekube.simulator.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/// Durations as people read them: two units at most, coarser the longer they are.
final class Ages {
    static final String UNKNOWN = "<unknown>";

    private Ages() {}

    static String since(JsonNode timestamp, Instant now) {
        if (timestamp.asText().isEmpty()) {
            return UNKNOWN;
        }
        try {
            return human(Duration.between(Instant.parse(timestamp.asText()), now));
        } catch (DateTimeParseException e) {
            return "<invalid>";
        }
    }

    static String human(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < 120) {
            return seconds + "s";
        }
        long minutes = seconds / 60;
        if (minutes < 10) {
            return pair(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        long hours = minutes / 60;
        if (hours < 8) {
            return pair(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        long days = hours / 24;
        if (days < 8) {
            return pair(days, "d", hours % 24, "h");
        }
        if (days < 365 * 2) {
            return days + "d";
        }
        return days < 365 * 8 ? pair(days / 365, "y", days % 365, "d") : days / 365 + "y";
    }

    private static String pair(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }
}
