package io.livekube.agent.uplink;

/// A request to the hub got no response; whether it arrived is unknown.
final class HubRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    enum Why {
        /// There was no connection.
        UNREACHABLE,
        /// The connection ended before the response.
        BROKEN,
        /// There was no response in time.
        TOO_SLOW
    }

    private final Why why;

    HubRequestException(Why why, String message, Throwable cause) {
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
