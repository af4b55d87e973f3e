package io.livekube.cli;

import io.livekube.cli.terminal.CommandFailure;
import io.livekube.hub.Hub;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Optional;

/// A hub for this machine, at the usual port if nobody has it.
final class LocalHub {
    static final int USUAL_PORT = 8080;

    private LocalHub() {}

    /// @param port if somebody chose one: then it is that or none
    /// @param usual else this one, or any if that is taken, which is said
    static Hub start(Path tokens, Optional<Integer> port, int usual, PrintWriter out) {
        try {
            return HubCommand.start(HubCommand.onThisMachine(tokens, port.orElse(usual)));
        } catch (CommandFailure e) {
            if (port.isPresent() || !taken(e)) {
                throw e;
            }
            Hub hub = HubCommand.start(HubCommand.onThisMachine(tokens, 0));
            out.println("Port %d is taken; the hub is at port %d."
                    .formatted(usual, hub.url().getPort()));
            return hub;
        }
    }

    private static boolean taken(CommandFailure e) {
        return e.getCause() != null && e.getCause().getCause() instanceof BindException;
    }
}
