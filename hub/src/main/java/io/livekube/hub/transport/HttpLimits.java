package io.livekube.hub.transport;

import java.time.Duration;

/// What connections and requests may cost.
///
/// @param connections how many there may be, and what one may carry
/// @param requests how many there may be, and how long their heads
/// @param bodies how large and how slow they may be
public record HttpLimits(ConnectionLimits connections, RequestLimits requests, BodyLimits bodies) {
    /// Limits that fit this process.
    ///
    /// @param bodyBytes what the protocol allows
    public static HttpLimits defaults(int bodyBytes) {
        return new HttpLimits(ConnectionLimits.defaults(), RequestLimits.defaults(), BodyLimits.defaults(bodyBytes));
    }

    /// The same with other times for an idle connection, for a body to come, and for a reader to take a
    /// chunk.
    public HttpLimits withTimes(Duration idle, Duration body, Duration write) {
        return new HttpLimits(connections.withIdle(idle), requests.withWrite(write), bodies.withWithin(body));
    }

    public HttpLimits withBufferedBytes(long bytes) {
        return new HttpLimits(connections, requests, bodies.withBuffered(bytes));
    }

    public HttpLimits withConnections(int count) {
        return new HttpLimits(connections.withOpen(count), requests, bodies);
    }

    public HttpLimits withRequests(int count) {
        return new HttpLimits(connections, requests.withAtOnce(count), bodies);
    }
}
