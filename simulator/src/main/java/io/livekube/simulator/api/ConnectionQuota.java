package io.livekube.simulator.api;

import java.time.Duration;

/// What connections may cost.
///
/// @param connections how many may be open at once; more are closed as they come
/// @param idle how long one may stay open without a whole request on it; open watches are requests
record ConnectionQuota(int connections, Duration idle) {
    /// Far above what tests and benchmarks open, far below what a process can hold.
    static final int MAX_CONNECTIONS = 50_000;

    /// The real server's.
    static final Duration MAX_IDLE = Duration.ofSeconds(90);

    static ConnectionQuota defaults() {
        return new ConnectionQuota(MAX_CONNECTIONS, MAX_IDLE);
    }
}
