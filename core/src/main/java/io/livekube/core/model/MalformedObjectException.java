package io.livekube.core.model;

/// An object could not be decoded; the message names it as far as it was readable.
public final class MalformedObjectException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedObjectException(String message) {
        super(message);
    }
}
