package io.livekube.hub.kubeapi.review;

/// A review that can't be parsed; the message is a sentence for the client.
public final class InvalidReviewException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidReviewException(String sentence) {
        super(sentence);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
