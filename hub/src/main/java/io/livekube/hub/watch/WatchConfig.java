package io.livekube.hub.watch;

/// Limits of watches.
///
/// @param watches how many there may be
/// @param perReader how many one reader may have: a token, or an address where readers have no tokens
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
