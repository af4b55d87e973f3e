package io.livekube.hub.read;

import java.time.Duration;
import java.util.Optional;

/// A read that can't be answered truthfully.
public final class ReadFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Optional<Duration> retryAfter;
    private final transient Provenance provenance;

    /// @param status HTTP status, as an API server would return it
    /// @param retryAfter time after which a retry may succeed; empty if retrying is pointless
    /// @param provenance provenance of the state that is known
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

    /// A sentence for the client.
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
