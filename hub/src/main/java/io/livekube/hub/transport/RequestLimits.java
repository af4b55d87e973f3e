package io.livekube.hub.transport;

import java.time.Duration;

/// How many requests there may be, how long their heads, and how slow their readers.
///
/// @param atOnce how many may be answered at once; more get 429
/// @param polls how many of agents may wait for tasks at once, beside those; more get 429
/// @param headerBytes of all headers of one
/// @param lineBytes of a request line
/// @param write how long a reader may take for one chunk of an answer
public record RequestLimits(int atOnce, int polls, int headerBytes, int lineBytes, Duration write) {
    public RequestLimits {
        if (atOnce < 1 || polls < 1 || headerBytes < 1 || lineBytes < 1 || !write.isPositive()) {
            throw new IllegalArgumentException("limits of requests must be positive");
        }
    }

    static RequestLimits defaults() {
        return new RequestLimits(2_000, 4_000, 32 << 10, 16 << 10, Duration.ofSeconds(30));
    }

    RequestLimits withAtOnce(int count) {
        return new RequestLimits(count, polls, headerBytes, lineBytes, write);
    }

    RequestLimits withWrite(Duration time) {
        return new RequestLimits(atOnce, polls, headerBytes, lineBytes, time);
    }

    HttpProblem lineTooLong() {
        return HttpProblem.of(414, "The request line is too long: it has at most %,d bytes.".formatted(lineBytes));
    }
}
