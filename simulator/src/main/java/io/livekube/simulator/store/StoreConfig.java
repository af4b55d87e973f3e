package io.livekube.simulator.store;

import java.time.InstantSource;

/// Limits of a store's history.
///
/// History is kept by count and by size, whichever is reached first, and not by time: by default the last
/// 100,000 changes or 256 MiB of changed objects. At 5,000 changes of 7 KB objects a second that is about ten
/// seconds; lists, continues and watches from before get 410.
///
/// @param historyChanges how many changes are kept before the oldest are compacted
/// @param historyBytes how many bytes of changed objects are kept before the oldest are compacted
/// @param clock stamps `creationTimestamp` and `deletionTimestamp`
public record StoreConfig(int historyChanges, long historyBytes, InstantSource clock) {
    public static final int DEFAULT_HISTORY_CHANGES = 100_000;
    public static final long DEFAULT_HISTORY_BYTES = 256L << 20;

    public StoreConfig {
        if (historyChanges < 1 || historyBytes < 1) {
            throw new IllegalArgumentException("a store keeps at least one change and one byte of history, not "
                    + historyChanges + " changes and " + historyBytes + " bytes");
        }
    }

    public static StoreConfig defaults() {
        return new StoreConfig(DEFAULT_HISTORY_CHANGES, DEFAULT_HISTORY_BYTES, InstantSource.system());
    }

    public StoreConfig withHistory(int changes, long bytes) {
        return new StoreConfig(changes, bytes, clock);
    }

    public StoreConfig withClock(InstantSource newClock) {
        return new StoreConfig(historyChanges, historyBytes, newClock);
    }
}
