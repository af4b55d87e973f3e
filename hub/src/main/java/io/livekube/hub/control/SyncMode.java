package io.livekube.hub.control;

import java.util.Locale;
import java.util.Optional;

/// Who decides whether a cluster is synced.
public enum SyncMode {
    /// Those who look at it.
    AUTO,
    /// It always is.
    ON,
    /// It never is, whoever looks.
    OFF;

    /// Reads `auto`, `on` or `off`.
    public static Optional<SyncMode> named(String text) {
        return switch (text) {
            case "auto" -> Optional.of(AUTO);
            case "on" -> Optional.of(ON);
            case "off" -> Optional.of(OFF);
            default -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
