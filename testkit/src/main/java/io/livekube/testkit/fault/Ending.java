package io.livekube.testkit.fault;

/// Premature end of a response.
public enum Ending {
    /// FIN without the end that the framing requires.
    CUT(ExchangeOutcome.CUT),
    /// RST; data that the client has not received yet is lost.
    RESET(ExchangeOutcome.RESET),
    /// The client's socket stays open and silent; the upstream's connection is dropped.
    HALF_OPEN(ExchangeOutcome.HALF_OPEN),
    /// Both connections stay open, and no more data flows.
    STALL(ExchangeOutcome.STALLED),
    /// The framing ends properly: in terms of HTTP, the response is complete.
    CLOSE_CLEANLY(ExchangeOutcome.CLOSED_CLEANLY);

    private final ExchangeOutcome outcome;

    Ending(ExchangeOutcome outcome) {
        this.outcome = outcome;
    }

    ExchangeOutcome outcome() {
        return outcome;
    }
}
