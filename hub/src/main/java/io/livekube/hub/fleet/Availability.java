package io.livekube.hub.fleet;

import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.util.Optional;

/// Whether a kind of a cluster can be shown, and why not.
sealed interface Availability {
    /// A complete state is known, however old.
    record Known(KindMirror kind) implements Availability {}

    /// Nothing can be shown.
    ///
    /// @param state one word
    /// @param objects how many have arrived so far
    record Nothing(String state, int status, int objects, String sentence) implements Availability {}

    /// The availability of a kind.
    static Availability of(Optional<Cluster> cluster, String id, Resource resource) {
        if (cluster.isEmpty()) {
            return new Nothing(
                    "disconnected",
                    503,
                    0,
                    "Nothing is known of cluster %s yet: its agent has not connected since the hub was started."
                            .formatted(id));
        }
        Optional<KindMirror> kind = cluster.get().mirror().kind(resource);
        boolean followed = cluster.get().activation().wants(resource);
        KindState said = kind.map(known -> known.status().state()).orElse(KindState.SYNCING);
        String cause = kind.map(known -> known.status().cause())
                .filter(text -> !text.isEmpty())
                .map(text -> ": " + text)
                .orElse("");
        int objects = kind.map(known -> known.status().objects()).orElse(0);
        if (followed && said == KindState.NOT_SERVED) {
            return new Nothing("not-served", 404, 0, "Cluster %s does not serve %s%s.".formatted(id, resource, cause));
        }
        if (kind.isPresent() && kind.get().synced()) {
            return new Known(kind.get());
        }
        if (!followed) {
            return new Nothing(
                    "off", 503, 0, "The %s of cluster %s are not synced: sync is off.".formatted(resource, id));
        }
        if (said == KindState.DENIED) {
            return new Nothing(
                    "forbidden", 403, 0, "Cluster %s forbids its agent to read %s%s.".formatted(id, resource, cause));
        }
        boolean heard = cluster.get().mirror().contact().isPresent()
                || cluster.get().tasks().agentThere();
        return new Nothing(
                heard ? "syncing" : "disconnected",
                503,
                objects,
                heard
                        ? "The %s of cluster %s are not synced yet: %,d objects so far%s."
                                .formatted(resource, id, objects, cause)
                        : "The %s of cluster %s are not known: its agent is not connected.".formatted(resource, id));
    }
}
