package io.livekube.hub.transport;

import java.time.Duration;

/// How many connections there may be, and what one may carry.
///
/// @param open how many at once; more are closed as they come
/// @param streams how many requests may be under way on one of HTTP/2; more are refused
/// @param resets how many of them a client may take back within half a minute; then its connection ends
/// @param idle how long one may stay open without the whole head of a request
public record ConnectionLimits(int open, int streams, int resets, Duration idle) {
    public ConnectionLimits {
        if (open < 1 || streams < 1 || resets < 1 || !idle.isPositive()) {
            throw new IllegalArgumentException("limits of connections must be positive");
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
