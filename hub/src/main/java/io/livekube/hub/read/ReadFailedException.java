package io.livekube.hub.read;

import java.time.Duration;
import java.util.Optional;

/// A read has no answer that would be true.
public final class ReadFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Optional<Duration> retryAfter;
    private final transient Provenance provenance;

    /// @param status as an API server would say it
    /// @param retryAfter when it may be worth trying again; empty if never by itself
    /// @param provenance of what is known instead
    ReadFailedException(int status, Optional<Duration> retryAfter, Provenance provenance, String message) {
        super(message);
        this.status = status;
        this.retryAfter = retryAfter;
        this.provenance = provenance;
    }

    public int status() {
        return status;
    }

    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    public Provenance provenance() {
        return provenance;
    }

    /// One sentence for whoever reads.
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
