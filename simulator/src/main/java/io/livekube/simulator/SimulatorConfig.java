package io.livekube.simulator;

import io.livekube.simulator.store.StoreConfig;
import java.time.Duration;
import java.util.Optional;

/// Configuration of a simulator: its server, and the history that it keeps.
///
/// @param port to listen on, on the loopback interface; 0 for any free port
/// @param token the bearer token that requests must carry, if any
/// @param bookmarkInterval between bookmarks, for watches that asked for them
/// @param tooLargeVersionWait how long a read waits for a resourceVersion in the future
/// @param store the limits of the history
public record SimulatorConfig(
        int port, Optional<String> token, Duration bookmarkInterval, Duration tooLargeVersionWait, StoreConfig store) {
    private static final int MAX_PORT = 65_535;

    public SimulatorConfig {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be between 0 and " + MAX_PORT + ", not " + port);
        }
        if (!bookmarkInterval.isPositive()) {
            throw new IllegalArgumentException("bookmarkInterval must be positive, not " + bookmarkInterval);
        }
        if (tooLargeVersionWait.isNegative()) {
            throw new IllegalArgumentException("tooLargeVersionWait must not be negative: " + tooLargeVersionWait);
        }
    }

    public static SimulatorConfig defaults() {
        return new SimulatorConfig(
                0, Optional.empty(), Duration.ofMinutes(1), Duration.ofSeconds(3), StoreConfig.defaults());
    }

    public SimulatorConfig withPort(int newPort) {
        return new SimulatorConfig(newPort, token, bookmarkInterval, tooLargeVersionWait, store);
    }

    public SimulatorConfig withToken(String newToken) {
        return new SimulatorConfig(port, Optional.of(newToken), bookmarkInterval, tooLargeVersionWait, store);
    }

    public SimulatorConfig withBookmarkInterval(Duration interval) {
        return new SimulatorConfig(port, token, interval, tooLargeVersionWait, store);
    }

    public SimulatorConfig withTooLargeVersionWait(Duration wait) {
        return new SimulatorConfig(port, token, bookmarkInterval, wait, store);
    }

    public SimulatorConfig withStore(StoreConfig newStore) {
        return new SimulatorConfig(port, token, bookmarkInterval, tooLargeVersionWait, newStore);
    }
}
