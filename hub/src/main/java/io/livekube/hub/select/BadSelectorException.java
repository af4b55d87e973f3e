package io.livekube.hub.select;

/// A selector that nobody can understand, or that names what can't be selected by; the message says which.
public final class BadSelectorException extends Exception {
    private static final long serialVersionUID = 1L;

    public BadSelectorException(String message) {
        super(message);
    }

    /// One sentence for whoever sent it.
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
