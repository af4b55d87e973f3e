package io.livekube.core.access;

/// No usable access to a cluster; the message states what is missing, and where it was expected.
public final class AccessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AccessException(String message) {
        super(message);
    }

    AccessException(String message, Throwable cause) {
        super(message, cause);
    }
}
