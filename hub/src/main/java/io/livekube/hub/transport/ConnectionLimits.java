package io.livekube.hub.transport;

import java.time.Duration;

/// Limits on connections and their requests.
///
/// @param open maximum number of connections; further ones are closed on arrival
/// @param streams maximum number of concurrent requests per HTTP/2 connection; further ones are refused
/// @param resets maximum number of streams that a client may reset within 30 s before its connection is closed
/// @param idle how long a connection may stay open without receiving complete request headers
public record ConnectionLimits(int open, int streams, int resets, Duration idle) {
    public ConnectionLimits {
        if (open < 1 || streams < 1 || resets < 1 || !idle.isPositive()) {
            throw new IllegalArgumentException("connection limits must be positive");
        }
    }

    static ConnectionLimits defaults() {
        return new ConnectionLimits(16_000, 250, 500, Duration.ofSeconds(75));
    }

    ConnectionLimits withOpen(int count) {
        return new ConnectionLimits(count, streams, resets, idle);
    }

    ConnectionLimits withIdle(Duration time) {
        return new ConnectionLimits(open, streams, resets, time);
    }
}
