package io.livekube.testkit.fault;

/// Outcome of a request.
public enum ExchangeOutcome {
    IN_FLIGHT,
    /// The upstream's response was forwarded completely, with or without faults.
    COMPLETE,
    /// The script responded; the upstream did not see the request.
    RESPONDED,
    CUT,
    RESET,
    HALF_OPEN,
    STALLED,
    CLOSED_CLEANLY,
    CLIENT_GONE,
    /// No connection to the upstream; the client got a 502.
    UPSTREAM_UNREACHABLE,
    /// The upstream's response broke off; the client got a 502, or a reset if the head had been sent.
    UPSTREAM_FAILED,
    /// The script's change is impossible for this response; the client got a 502.
    FAULT_NOT_APPLICABLE,
    /// Switched to another protocol and tunnelled until one side closed.
    TUNNELLED,
    PROXY_CLOSED
}
