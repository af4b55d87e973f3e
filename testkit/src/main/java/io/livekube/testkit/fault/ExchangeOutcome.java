package io.livekube.testkit.fault;

/// What became of a request.
public enum ExchangeOutcome {
    IN_FLIGHT,
    /// The upstream's response was passed on to its end (changed by faults or not).
    COMPLETE,
    /// Answered by the script; the upstream never saw it.
    RESPONDED,
    CUT,
    RESET,
    HALF_OPEN,
    STALLED,
    CLOSED_CLEANLY,
    CLIENT_GONE,
    /// No connection to the upstream; the client got a 502.
    UPSTREAM_UNREACHABLE,
    /// The upstream broke off; the client got a 502, or a reset if the head was out already.
    UPSTREAM_FAILED,
    /// The script asks for a change this response does not allow; the client got a 502.
    FAULT_NOT_APPLICABLE,
    /// Switched to another protocol and tunnelled until one side closed.
    TUNNELLED,
    PROXY_CLOSED
}
