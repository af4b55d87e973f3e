package io.livekube.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Exchanges that were in flight when selected; those that have ended since are ignored.
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

    /// Stalls them permanently; [FaultProxy#stallAll] can be undone.
    public void stall() {
        terminate(Faults.stall());
    }

    /// Ends them at a frame border; a response without a head yet, or with an announced length, is cut
    /// instead.
    public void closeCleanly() {
        terminate(Faults.closeCleanly());
    }

    /// Sends an ERROR event, then the proper end.
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
