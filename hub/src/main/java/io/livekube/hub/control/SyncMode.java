package io.livekube.hub.control;

import java.util.Locale;
import java.util.Optional;

/// Sync mode of a cluster.
public enum SyncMode {
    /// On while the cluster is read.
    AUTO,
    /// Always on.
    ON,
    /// Always off, even if it is read.
    OFF;

    /// Parses `auto`, `on` or `off`.
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
