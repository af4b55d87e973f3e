package io.livekube.hub.cluster;

import java.time.Duration;

/// A batch was rejected unread because too many are waiting.
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
