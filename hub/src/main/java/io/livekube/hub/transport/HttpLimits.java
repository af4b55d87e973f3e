package io.livekube.hub.transport;

import java.time.Duration;

/// Limits on connections and requests.
///
/// @param connections how many there may be, and what each may carry
/// @param requests how many there may be, and how long their heads may be
/// @param bodies how large and how slow they may be
public record HttpLimits(ConnectionLimits connections, RequestLimits requests, BodyLimits bodies) {
    /// Limits that suit the size of this process.
    ///
    /// @param bodyBytes limit of the agent protocol
    public static HttpLimits defaults(int bodyBytes) {
        return new HttpLimits(ConnectionLimits.defaults(), RequestLimits.defaults(), BodyLimits.defaults(bodyBytes));
    }

    /// With other timeouts for an idle connection, for receiving a body, and for writing a chunk.
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
