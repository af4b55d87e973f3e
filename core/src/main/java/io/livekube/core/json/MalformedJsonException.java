package io.livekube.core.json;

/// The bytes are not JSON; the message states what was expected, and where.
public final class MalformedJsonException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedJsonException(String message) {
        super(message);
    }
}
