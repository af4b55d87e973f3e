package io.livekube.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// Where a hub is, and how it knows this cluster.
///
/// @param url `https://…` or, within one machine, `http://…`
/// @param cluster the name under which the hub knows this cluster: a DNS label
/// @param tokenFile holds the token that the hub has given out for the cluster; read again when it is not
/// accepted
/// @param caFile certificates to trust the hub by, as PEM; those of the system if empty
public record HubAddress(URI url, String cluster, Path tokenFile, Optional<Path> caFile) {
    public HubAddress {
        url = checked(url);
        if (!cluster.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")) {
            throw new IllegalArgumentException(
                    "'%s' is not a cluster name: at most 63 lower-case letters, digits and '-', not at either end"
                            .formatted(cluster));
        }
    }

    HubAddress withCaFile(Optional<Path> file) {
        return new HubAddress(url, cluster, tokenFile, file);
    }

    /// Where batches are posted to.
    public URI syncEndpoint() {
        return URI.create(url + "/agent/v1/clusters/" + cluster + "/sync");
    }

    /// Where tasks are asked for.
    public URI tasksEndpoint() {
        return URI.create(url + "/agent/v1/clusters/" + cluster + "/tasks");
    }

    private static URI checked(URI hub) {
        boolean http = "http".equals(hub.getScheme()) || "https".equals(hub.getScheme());
        if (!http || hub.getHost() == null) {
            throw new IllegalArgumentException(
                    "'%s' is not a hub's address (expected https://host or http://host:port)".formatted(hub));
        }
        if (hub.getQuery() != null || hub.getFragment() != null || hub.getUserInfo() != null) {
            throw new IllegalArgumentException("'%s' must be a hub's address and nothing else".formatted(hub));
        }
        return URI.create(hub.toString().replaceAll("/+$", ""));
    }
}
