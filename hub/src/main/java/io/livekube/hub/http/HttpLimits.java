package io.livekube.hub.http;

import io.livekube.hub.watch.WatchConfig;
import java.time.Duration;

/// What connections and requests may cost.
///
/// @param connections how many there may be, and what one may carry
/// @param requests how many there may be, and how long their heads
/// @param bodies how large and how slow they may be
/// @param watches how many watches there may be, and how they are kept
public record HttpLimits(ConnectionLimits connections, RequestLimits requests, BodyLimits bodies, WatchConfig watches) {
    /// Limits that fit this process.
    ///
    /// @param bodyBytes what the protocol allows
    public static HttpLimits defaults(int bodyBytes) {
        return new HttpLimits(
                ConnectionLimits.defaults(),
                RequestLimits.defaults(),
                BodyLimits.defaults(bodyBytes),
                WatchConfig.defaults());
    }

    public HttpLimits withWatches(WatchConfig changed) {
        return new HttpLimits(connections, requests, bodies, changed);
    }

    /// The same with other times for an idle connection, for a body to come, and for a reader to take a
    /// chunk.
    public HttpLimits withTimes(Duration idle, Duration body, Duration write) {
        return new HttpLimits(connections.withIdle(idle), requests.withWrite(write), bodies.withWithin(body), watches);
    }

    public HttpLimits withBufferedBytes(long bytes) {
        return new HttpLimits(connections, requests, bodies.withBuffered(bytes), watches);
    }

    public HttpLimits withConnections(int count) {
        return new HttpLimits(connections.withOpen(count), requests, bodies, watches);
    }

    public HttpLimits withRequests(int count) {
        return new HttpLimits(connections, requests.withAtOnce(count), bodies, watches);
    }
}
