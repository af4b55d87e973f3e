package io.livekube.cli.process;

import io.livekube.cli.terminal.CommandFailure;
import io.livekube.core.SteadyClock;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.auth.TokenFileException;
import java.io.UncheckedIOException;
import java.net.BindException;

/// Starts a hub and turns failures into messages for the user.
public final class HubLauncher {
    private HubLauncher() {}

    /// Starts a hub.
    ///
    /// @throws CommandFailure if it can't start: an unreadable token file, a port in use
    public static Hub start(HubConfig config) {
        try {
            return Hub.start(config, new SteadyClock());
        } catch (TokenFileException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        } catch (UncheckedIOException e) {
            String advice = e.getCause() instanceof BindException
                    ? "; choose another with --port, or --port 0 for any free one"
                    : "";
            throw new CommandFailure(e.getMessage() + advice, e);
        }
    }
}
