package io.livekube.hub.cluster;

import java.time.Duration;

/// A batch can't be taken now because too many are waiting. It was not looked at.
public final class TooManyBatchesException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    TooManyBatchesException(String message, Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    public Duration retryAfter() {
        return retryAfter;
    }
}
