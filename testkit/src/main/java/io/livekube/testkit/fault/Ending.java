package io.livekube.testkit.fault;

/// How a response ends before its time.
public enum Ending {
    /// FIN without the end that the framing asks for.
    CUT(Outcome.CUT),
    /// RST; what the client has not received yet is lost.
    RESET(Outcome.RESET),
    /// The client's socket stays open and silent; the upstream's connection is dropped.
    HALF_OPEN(Outcome.HALF_OPEN),
    /// Both connections stay open, nothing moves any more.
    STALL(Outcome.STALLED),
    /// The framing ends properly: to HTTP this is a complete response.
    CLOSE_CLEANLY(Outcome.CLOSED_CLEANLY);

    private final Outcome outcome;

    Ending(Outcome outcome) {
        this.outcome = outcome;
    }

    Outcome outcome() {
        return outcome;
    }
}
