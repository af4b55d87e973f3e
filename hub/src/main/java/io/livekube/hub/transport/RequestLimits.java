package io.livekube.hub.transport;

import java.time.Duration;

/// Limits on the number of requests, the size of their headers, and the time that clients take to read.
///
/// @param atOnce maximum number of requests being answered; further ones get 429
/// @param polls maximum number of agents waiting for tasks, counted separately; further ones get 429
/// @param headerBytes maximum total size of the headers
/// @param lineBytes maximum size of the request line
/// @param write how long a client may take to read one chunk of a response
public record RequestLimits(int atOnce, int polls, int headerBytes, int lineBytes, Duration write) {
    public RequestLimits {
        if (atOnce < 1 || polls < 1 || headerBytes < 1 || lineBytes < 1 || !write.isPositive()) {
            throw new IllegalArgumentException("request limits must be positive");
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
        return HttpProblem.of(414, "Request line too long: limit is %,d bytes.".formatted(lineBytes));
    }
}
