package io.livekube.core.access;

import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/// Address of an API server, trusted certificate authorities, and credentials.
///
/// @param server the root of the API, without a trailing slash
/// @param tls the context for a new connection; a different one after the client certificate was replaced
/// @param tlsServerName the name in its certificate, if it differs from the host of its address
public record ApiAccess(URI server, Supplier<SSLContext> tls, Credentials credentials, Optional<String> tlsServerName) {
    public ApiAccess {
        String given = ServerAddress.shown(server.toString());
        ServerAddress.fault(server).ifPresent(why -> {
            throw new IllegalArgumentException(
                    "the address of an API server must be like https://host:6443, got '" + given + "': " + why);
        });
        if (server.toString().endsWith("/")) {
            server = URI.create(server.toString().replaceAll("/+$", ""));
        }
    }

    /// A server whose certificate names the host of its address.
    public ApiAccess(URI server, SSLContext tls, Credentials credentials) {
        this(server, () -> tls, credentials, Optional.empty());
    }

    /// A server that needs no credentials, with the authorities that the JDK trusts.
    public static ApiAccess open(URI server) {
        try {
            return new ApiAccess(server, SSLContext.getDefault(), Credentials.NONE);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }
}
