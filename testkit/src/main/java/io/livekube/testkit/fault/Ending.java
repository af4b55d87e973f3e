package io.livekube.testkit.fault;

/// How a response ends before its time.
public enum Ending {
    /// FIN without the end that the framing asks for.
    CUT(ExchangeOutcome.CUT),
    /// RST; what the client has not received yet is lost.
    RESET(ExchangeOutcome.RESET),
    /// The client's socket stays open and silent; the upstream's connection is dropped.
    HALF_OPEN(ExchangeOutcome.HALF_OPEN),
    /// Both connections stay open, nothing moves any more.
    STALL(ExchangeOutcome.STALLED),
    /// The framing ends properly: to HTTP this is a complete response.
    CLOSE_CLEANLY(ExchangeOutcome.CLOSED_CLEANLY);

    private final ExchangeOutcome outcome;

    Ending(ExchangeOutcome outcome) {
        this.outcome = outcome;
    }

    ExchangeOutcome outcome() {
        return outcome;
    }
}
