package io.livekube.core.access;

import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// Where an API server is, whom to trust there, and who we are.
///
/// @param server the root of the API, without a trailing slash
/// @param tlsServerName the name in its certificate, if that is another one than its address has
public record ApiAccess(URI server, SSLContext tls, Credentials credentials, Optional<String> tlsServerName) {
    public ApiAccess {
        String given = ServerAddress.shown(server.toString());
        ServerAddress.fault(server).ifPresent(why -> {
            throw new IllegalArgumentException(
                    "an API server's address is like https://host:6443, got '" + given + "': " + why);
        });
        if (server.toString().endsWith("/")) {
            server = URI.create(server.toString().replaceAll("/+$", ""));
        }
    }

    /// A server whose certificate has the name in its address.
    public ApiAccess(URI server, SSLContext tls, Credentials credentials) {
        this(server, tls, credentials, Optional.empty());
    }

    /// An address that needs no credentials and is trusted as the platform trusts.
    public static ApiAccess open(URI server) {
        try {
            return new ApiAccess(server, SSLContext.getDefault(), Credentials.NONE);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }
}
