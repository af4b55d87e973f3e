package io.livekube.hub.search;

/// Rejection of a query: one sentence that says what is wrong, and where.
public final class BadQueryException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int position;

    BadQueryException(String sentence, int position) {
        super(sentence);
        this.position = position;
    }

    /// The position of the offending character, counted from 1.
    public int position() {
        return position;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
