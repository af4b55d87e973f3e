package io.livekube.hub.control;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

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
        return Stream.of(values()).filter(mode -> mode.toString().equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
