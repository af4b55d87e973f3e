package io.livekube.hub.http;

import io.livekube.hub.watch.WatchConfig;
import java.time.Duration;

/// What connections and requests may cost.
///
/// @param connections how many may be open at once; more are closed as they come
/// @param headerBytes of all headers of a request
/// @param lineBytes of a request line
/// @param streams how many requests may be under way on one HTTP/2 connection; more are refused
/// @param resets how many of them a client may take back within half a minute; then its connection ends
/// @param requests how many may be answered at once; more get 429
/// @param polls how many requests of agents may wait for tasks at once, beside those; more get 429
/// @param bodyBytes of one body
/// @param bufferedBytes of all bodies that are held at once; a request that would exceed them gets 429
/// @param idle how long a connection may stay open without the whole head of a request
/// @param body how long a body may take to come
/// @param write how long a reader may take for one chunk of an answer
/// @param watches how many watches there may be, and how they are kept
public record HttpLimits(
        int connections,
        int headerBytes,
        int lineBytes,
        int streams,
        int resets,
        int requests,
        int polls,
        int bodyBytes,
        long bufferedBytes,
        Duration idle,
        Duration body,
        Duration write,
        WatchConfig watches) {
    public HttpLimits {
        if (connections < 1
                || headerBytes < 1
                || lineBytes < 1
                || requests < 1
                || polls < 1
                || streams < 1
                || resets < 1) {
            throw new IllegalArgumentException("limits of HTTP must be positive");
        }
        if (bodyBytes < 1 || bufferedBytes < bodyBytes) {
            throw new IllegalArgumentException(
                    "bufferedBytes (%,d) must have room for one body (%,d)".formatted(bufferedBytes, bodyBytes));
        }
        if (!idle.isPositive() || !body.isPositive() || !write.isPositive()) {
            throw new IllegalArgumentException("time limits of HTTP must be positive");
        }
    }

    /// Limits that fit this process.
    ///
    /// @param bodyBytes what the protocol allows
    public static HttpLimits defaults(int bodyBytes) {
        long eighthOfHeap = Runtime.getRuntime().maxMemory() / 8;
        return new HttpLimits(
                16_000,
                32 << 10,
                16 << 10,
                250,
                500,
                2_000,
                4_000,
                bodyBytes,
                Math.max(bodyBytes, eighthOfHeap),
                Duration.ofSeconds(75),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                WatchConfig.defaults());
    }

    public HttpLimits withWatches(WatchConfig changed) {
        return new HttpLimits(
                connections,
                headerBytes,
                lineBytes,
                streams,
                resets,
                requests,
                polls,
                bodyBytes,
                bufferedBytes,
                idle,
                body,
                write,
                changed);
    }

    public HttpLimits withTimes(Duration newIdle, Duration newBody, Duration newWrite) {
        return new HttpLimits(
                connections,
                headerBytes,
                lineBytes,
                streams,
                resets,
                requests,
                polls,
                bodyBytes,
                bufferedBytes,
                newIdle,
                newBody,
                newWrite,
                watches);
    }

    public HttpLimits withBufferedBytes(long bytes) {
        return new HttpLimits(
                connections,
                headerBytes,
                lineBytes,
                streams,
                resets,
                requests,
                polls,
                bodyBytes,
                bytes,
                idle,
                body,
                write,
                watches);
    }

    public HttpLimits withConnections(int count) {
        return new HttpLimits(
                count,
                headerBytes,
                lineBytes,
                streams,
                resets,
                requests,
                polls,
                bodyBytes,
                bufferedBytes,
                idle,
                body,
                write,
                watches);
    }

    public HttpLimits withRequests(int count) {
        return new HttpLimits(
                connections,
                headerBytes,
                lineBytes,
                streams,
                resets,
                count,
                polls,
                bodyBytes,
                bufferedBytes,
                idle,
                body,
                write,
                watches);
    }

    HttpProblem lineTooLong() {
        return HttpProblem.of(414, "The request line is too long: it has at most %,d bytes.".formatted(lineBytes));
    }
}
