package io.livekube.agent.uplink;

/// A request to the hub got no answer; whether it arrived is not known.
final class HubSilentException extends Exception {
    private static final long serialVersionUID = 1L;

    /// How that came.
    enum Why {
        /// Nobody is there.
        UNREACHABLE,
        /// The connection ended before the answer.
        BROKEN,
        /// There was no more time to wait.
        TOO_SLOW
    }

    private final Why why;

    HubSilentException(Why why, String message, Throwable cause) {
        super(message, cause);
        this.why = why;
    }

    Why why() {
        return why;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
