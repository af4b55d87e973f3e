package io.livekube.cli.local;

import io.livekube.cli.process.HubLauncher;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.transport.HttpConfig;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Optional;

/// A hub on the loopback address whose clusters are always synced.
public final class LocalHub {
    public static final int DEFAULT_PORT = 8080;

    private LocalHub() {}

    public static HubConfig config(Path tokens, int port) {
        HubConfig defaults = HubConfig.defaults(tokens);
        return defaults.withHttp(new HttpConfig("127.0.0.1", port, Optional.empty()))
                .withControl(defaults.control().withMode(SyncMode.ON));
    }

    /// Starts the hub. Without an explicit port, falls back from the default port to any free one, with a message.
    ///
    /// @param port the port that the user chose, with no fallback
    public static Hub start(Path tokens, Optional<Integer> port, int defaultPort, PrintWriter out) {
        try {
            return HubLauncher.start(config(tokens, port.orElse(defaultPort)));
        } catch (CommandFailure e) {
            if (port.isPresent() || !portInUse(e)) {
                throw e;
            }
            Hub hub = HubLauncher.start(config(tokens, 0));
            out.println("Port %d is in use; the hub listens on port %d."
                    .formatted(defaultPort, hub.url().getPort()));
            return hub;
        }
    }

    private static boolean portInUse(CommandFailure e) {
        return e.getCause() != null && e.getCause().getCause() instanceof BindException;
    }
}
