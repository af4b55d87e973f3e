package io.livekube.hub.fleet;

import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.util.Optional;

/// Whether a kind of a cluster can be shown, and if not, why.
sealed interface Availability {
    /// A complete state is held, however old.
    record Available(KindMirror kind) implements Availability {}

    /// There is nothing to show.
    ///
    /// @param state one word
    /// @param objects how many objects have arrived so far
    record Unavailable(String state, int status, int objects, String sentence) implements Availability {}

    /// The availability of a kind.
    static Availability of(Optional<Cluster> cluster, String id, Resource resource) {
        if (cluster.isEmpty()) {
            return new Unavailable(
                    "disconnected",
                    503,
                    0,
                    "No data for cluster %s yet: its agent has not connected since the hub started.".formatted(id));
        }
        Optional<KindMirror> kind = cluster.get().mirror().kind(resource);
        boolean followed = cluster.get().activation().wants(resource);
        KindState reported = kind.map(known -> known.status().state()).orElse(KindState.SYNCING);
        String cause = kind.map(known -> known.status().cause())
                .filter(text -> !text.isEmpty())
                .map(text -> ": " + text)
                .orElse("");
        int objects = kind.map(known -> known.status().objects()).orElse(0);
        if (followed && reported == KindState.NOT_SERVED) {
            return new Unavailable(
                    "not-served", 404, 0, "Cluster %s does not serve %s%s.".formatted(id, resource, cause));
        }
        if (kind.isPresent() && kind.get().synced()) {
            return new Available(kind.get());
        }
        if (!followed) {
            return new Unavailable(
                    "off", 503, 0, "%s of cluster %s are not synced: sync is off.".formatted(resource, id));
        }
        if (reported == KindState.DENIED) {
            return new Unavailable(
                    "forbidden",
                    403,
                    0,
                    "The agent of cluster %s is not allowed to read %s%s.".formatted(id, resource, cause));
        }
        boolean connected = cluster.get().mirror().contact().isPresent()
                || cluster.get().tasks().agentConnected();
        return new Unavailable(
                connected ? "syncing" : "disconnected",
                503,
                objects,
                connected
                        ? "%s of cluster %s are not synced yet: %,d objects so far%s."
                                .formatted(resource, id, objects, cause)
                        : "No data for %s of cluster %s: its agent is not connected.".formatted(resource, id));
    }
}
