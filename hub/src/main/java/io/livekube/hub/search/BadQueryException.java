package io.livekube.hub.search;

/// A query that can't be understood: one sentence that says what is wrong, and where.
public final class BadQueryException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int position;

    BadQueryException(String sentence, int position) {
        super(sentence);
        this.position = position;
    }

    /// Which character of the query it is about, counted from 1.
    public int position() {
        return position;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
