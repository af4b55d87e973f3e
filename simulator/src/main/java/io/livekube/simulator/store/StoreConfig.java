package io.livekube.simulator.store;

import java.time.InstantSource;

/// Limits of a store's history.
///
/// History is limited by count and by size, not by time: by default to 100,000 changes and 256 MiB of changed
/// objects. At 5,000 changes per second to objects of 7 KB that is about ten seconds; older lists, continue
/// tokens and watches get 410.
///
/// @param historyChanges number of changes to keep
/// @param historyBytes total size of changed objects to keep
/// @param clock for `creationTimestamp` and `deletionTimestamp`
public record StoreConfig(int historyChanges, long historyBytes, InstantSource clock) {
    public static final int DEFAULT_HISTORY_CHANGES = 100_000;
    public static final long DEFAULT_HISTORY_BYTES = 256L << 20;

    public StoreConfig {
        if (historyChanges < 1 || historyBytes < 1) {
            throw new IllegalArgumentException("history must be at least one change and one byte, not " + historyChanges
                    + " changes and " + historyBytes + " bytes");
        }
    }

    public static StoreConfig defaults() {
        return new StoreConfig(DEFAULT_HISTORY_CHANGES, DEFAULT_HISTORY_BYTES, InstantSource.system());
    }

    public StoreConfig withHistory(int changes, long bytes) {
        return new StoreConfig(changes, bytes, clock);
    }
}
