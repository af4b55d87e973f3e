package io.livekube.core.kube;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// Where an API server is, as people write it.
final class ServerAddress {
    private static final int HIGHEST_PORT = 65_535;

    private ServerAddress() {}

    /// @param owner who has that address, for messages
    /// @throws AccessException if nothing can be asked there
    static URI parse(String server, String owner) {
        URI address;
        try {
            address = new URI(server);
        } catch (URISyntaxException e) {
            throw refused(server, owner, e.getReason().toLowerCase(Locale.ROOT));
        }
        if (!"https".equals(address.getScheme()) && !"http".equals(address.getScheme())) {
            throw refused(server, owner, "");
        }
        if (address.getHost() == null) {
            throw refused(server, owner, "names of hosts have letters, digits, dots and hyphens only");
        }
        if (address.getPort() > HIGHEST_PORT) {
            throw refused(server, owner, "ports end at " + HIGHEST_PORT);
        }
        if (address.getRawQuery() != null || address.getRawFragment() != null) {
            throw refused(server, owner, "it ends with its path");
        }
        return address;
    }

    private static AccessException refused(String server, String owner, String why) {
        return new AccessException("%s has %s: its server must be an address like https://host:6443%s"
                .formatted(
                        owner,
                        server.isEmpty() ? "no server" : "the server '" + server + "'",
                        why.isEmpty() ? "" : "; " + why));
    }
}
