package io.livekube.core.access;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/// Address of an API server, as written in a kubeconfig.
final class ServerAddress {
    private static final int HIGHEST_PORT = 65_535;

    private ServerAddress() {}

    /// @param owner the entry that has the address, for messages
    /// @throws AccessException if it can't be an API server's address
    static URI parse(String server, String owner) {
        URI address;
        try {
            address = new URI(server);
        } catch (URISyntaxException e) {
            throw refused(server, owner, e.getReason().toLowerCase(Locale.ROOT));
        }
        fault(address).ifPresent(why -> {
            throw refused(server, owner, why);
        });
        return address;
    }

    /// The reason why it can't be an API server's address, if any.
    static Optional<String> fault(URI address) {
        if (!"https".equals(address.getScheme()) && !"http".equals(address.getScheme())) {
            return Optional.of("it must begin with https:// or http://");
        }
        if (address.getRawAuthority() != null && address.getRawAuthority().contains("@")) {
            return Optional.of("user and password don't belong in an address");
        }
        if (address.getHost() == null) {
            return Optional.of("host names have letters, digits, dots and hyphens only");
        }
        if (address.getPort() > HIGHEST_PORT) {
            return Optional.of("ports end at " + HIGHEST_PORT);
        }
        if (address.getRawQuery() != null || address.getRawFragment() != null) {
            return Optional.of("it must have no query and no fragment");
        }
        return Optional.empty();
    }

    /// An address for messages, with user and password removed.
    static String shown(String address) {
        return address.replaceFirst("^([a-z]+://)?.*@", "$1…@");
    }

    private static AccessException refused(String server, String owner, String why) {
        return new AccessException("%s has %s: its server must be an address like https://host:6443; %s"
                .formatted(owner, server.isEmpty() ? "no server" : "the server '" + shown(server) + "'", why));
    }
}
