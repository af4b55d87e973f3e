package io.livekube.protocol;

/// An invalid message, with a sentence for its sender.
public final class ProtocolException extends Exception {
    private final Problem problem;

    public enum Problem {
        /// It does not conform to the protocol.
        MALFORMED,
        /// It is larger than the limits allow.
        TOO_LARGE,
        /// Its protocol version or media type is not supported.
        UNSUPPORTED,
        /// It is valid, but encoded against objects that this end does not hold.
        OUT_OF_STEP
    }

    public ProtocolException(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
