package io.livekube.hub.transport;

import java.nio.file.Path;
import java.util.Optional;

/// Address of the HTTP server.
///
/// @param host address to listen on
/// @param port port to listen on; 0 for any free port
/// @param tls certificate and key; empty for plain HTTP
public record HttpConfig(String host, int port, Optional<Tls> tls) {
    private static final int MAX_PORT = 65_535;

    /// PEM files of certificate and key.
    public record Tls(Path certificate, Path key) {}

    public HttpConfig {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be between 0 and " + MAX_PORT + ", got " + port);
        }
    }
}
