package io.livekube.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Exchanges that were in flight when asked for; whichever have ended since are left alone.
public final class LiveStreams {

    private final List<ProxiedExchange> exchanges;

    LiveStreams(List<ProxiedExchange> exchanges) {
        this.exchanges = exchanges;
    }

    public int count() {
        return exchanges.size();
    }

    public void cut() {
        terminate(Faults.cut());
    }

    public void reset() {
        terminate(Faults.reset());
    }

    public void halfOpen() {
        terminate(Faults.halfOpen());
    }

    /// For good; [FaultProxy#stallAll] can be taken back.
    public void stall() {
        terminate(Faults.stall());
    }

    /// On a frame border; a response that has sent no head, or announced its length, is cut instead.
    public void closeCleanly() {
        terminate(Faults.closeCleanly());
    }

    /// An ERROR event, then the proper end.
    public void errorEvent(int status) {
        terminate(Faults.errorEvent(status));
    }

    private void terminate(Fault.Terminal terminal) {
        for (ProxiedExchange exchange : exchanges) {
            try {
                exchange.terminate(terminal);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot end " + exchange.request() + " with " + terminal, e);
            }
        }
    }
}
