package io.livekube.simulator.api;

import java.time.Duration;

/// Limits on client connections.
///
/// @param connections how many may be open at once; further ones are closed on arrival
/// @param idle how long a connection may wait for a complete request; open watches count as requests
record ConnectionQuota(int connections, Duration idle) {
    /// Well above what tests and benchmarks open, and well below what a process can hold.
    static final int MAX_CONNECTIONS = 50_000;

    /// The default of the real server.
    static final Duration MAX_IDLE = Duration.ofSeconds(90);

    static ConnectionQuota defaults() {
        return new ConnectionQuota(MAX_CONNECTIONS, MAX_IDLE);
    }
}
