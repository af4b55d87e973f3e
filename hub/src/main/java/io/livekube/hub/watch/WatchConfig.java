package io.livekube.hub.watch;

/// Limits of watches.
///
/// @param watches maximum number of watches
/// @param perReader maximum number of watches per reader: per token, or per address where readers have no
/// tokens
public record WatchConfig(int watches, int perReader) {
    public WatchConfig {
        if (watches < 1 || perReader < 1) {
            throw new IllegalArgumentException("watches and perReader must be at least 1");
        }
    }

    public static WatchConfig defaults() {
        return new WatchConfig(15_000, 12_000);
    }
}
