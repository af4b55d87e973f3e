package io.livekube.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// How to reach a hub, and the cluster's name and token there.
///
/// @param url `https://…` or, within one machine, `http://…`
/// @param cluster the cluster's name in the hub: a DNS label
/// @param tokenFile file with the token that the hub has issued for the cluster; read again when the hub
/// rejects it
/// @param caFile CA certificates to verify the hub with, as PEM; those of the system if empty
public record HubEndpoint(URI url, String cluster, Path tokenFile, Optional<Path> caFile) {
    public HubEndpoint {
        url = checked(url);
        if (!cluster.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")) {
            throw new IllegalArgumentException(
                    "'%s' is not a cluster name: expected at most 63 lower-case letters, digits and '-', with no '-' at either end"
                            .formatted(cluster));
        }
    }

    HubEndpoint withCaFile(Optional<Path> file) {
        return new HubEndpoint(url, cluster, tokenFile, file);
    }

    /// URL for posting batches.
    public URI syncEndpoint() {
        return URI.create(url + "/agent/v1/clusters/" + cluster + "/sync");
    }

    /// URL for polling tasks.
    public URI tasksEndpoint() {
        return URI.create(url + "/agent/v1/clusters/" + cluster + "/tasks");
    }

    private static URI checked(URI hub) {
        boolean http = "http".equals(hub.getScheme()) || "https".equals(hub.getScheme());
        if (!http || hub.getHost() == null) {
            throw new IllegalArgumentException(
                    "'%s' is not a hub URL (expected https://host or http://host:port)".formatted(hub));
        }
        if (hub.getQuery() != null || hub.getFragment() != null || hub.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "'%s' is not a hub URL: user, query and fragment are not allowed".formatted(hub));
        }
        return URI.create(hub.toString().replaceAll("/+$", ""));
    }
}
