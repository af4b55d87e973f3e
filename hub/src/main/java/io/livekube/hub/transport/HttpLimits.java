package io.livekube.hub.transport;

import java.time.Duration;

/// Limits on connections and requests.
///
/// @param connections limits on connections
/// @param requests limits on requests and their headers
/// @param bodies limits on request bodies
public record HttpLimits(ConnectionLimits connections, RequestLimits requests, BodyLimits bodies) {
    /// Default limits for the size of this process.
    ///
    /// @param bodyBytes body limit of the agent protocol
    public static HttpLimits defaults(int bodyBytes) {
        return new HttpLimits(ConnectionLimits.defaults(), RequestLimits.defaults(), BodyLimits.defaults(bodyBytes));
    }

    /// Copy with other timeouts for an idle connection, for receiving a body, and for writing a chunk.
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
