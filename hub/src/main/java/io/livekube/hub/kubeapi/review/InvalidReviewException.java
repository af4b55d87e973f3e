package io.livekube.hub.kubeapi.review;

/// A question that can't be read; the message is a sentence for whoever sent it.
public final class InvalidReviewException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidReviewException(String sentence) {
        super(sentence);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
