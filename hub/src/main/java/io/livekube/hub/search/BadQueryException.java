package io.livekube.hub.search;

/// An invalid query; the message is a sentence that says what is wrong, and where.
public final class BadQueryException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int position;

    BadQueryException(String sentence, int position) {
        super(sentence);
        this.position = position;
    }

    /// Position of the offending character, starting at 1.
    public int position() {
        return position;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
