package io.livekube.core.model;

/// One object could not be decoded; the message names it as far as it could be read.
public final class MalformedObjectException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedObjectException(String message) {
        super(message);
    }
}
