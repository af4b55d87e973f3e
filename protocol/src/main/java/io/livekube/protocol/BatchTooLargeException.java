package io.livekube.protocol;

import java.io.IOException;

/// An encoded batch exceeds the limits: it must be split.
public final class BatchTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    public BatchTooLargeException(String message) {
        super(message);
    }
}
