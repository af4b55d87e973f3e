package io.livekube.protocol;

/// A batch that can't be taken, with a sentence for whoever sent it.
public final class ProtocolException extends Exception {
    private final Problem problem;

    /// What kind of wrong it is.
    public enum Problem {
        /// It is not what the protocol says.
        MALFORMED,
        /// It is larger than the limits allow.
        TOO_LARGE,
        /// It is of a protocol version or a media type that this end does not speak.
        UNSUPPORTED,
        /// It tells differences from objects that this end does not hold: nothing is wrong with it as such.
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
