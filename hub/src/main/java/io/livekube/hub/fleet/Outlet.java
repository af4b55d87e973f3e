package io.livekube.hub.fleet;

import java.time.Duration;

/// The way to one reader.
public interface Outlet {
    /// Writes; never waits.
    void write(byte[] bytes);

    /// Whether the reader has taken enough of what was written to be sent more.
    boolean room();

    /// For how long nothing of what was written has gone out; zero if nothing waits.
    Duration stalled();

    /// Ends the answer in good order.
    void end();

    /// Cuts the connection.
    void cut();
}
