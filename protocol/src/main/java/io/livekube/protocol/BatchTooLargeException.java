package io.livekube.protocol;

import java.io.IOException;

/// A batch does not fit into the limits once encoded: it must be sent in smaller ones.
public final class BatchTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    public BatchTooLargeException(String message) {
        super(message);
    }
}
