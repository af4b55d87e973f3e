package io.livekube.hub.review;

/// A question that can't be read; the message is a sentence for whoever sent it.
public final class BadReviewException extends Exception {
    private static final long serialVersionUID = 1L;

    BadReviewException(String sentence) {
        super(sentence);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
