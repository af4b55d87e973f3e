package io.livekube.hub.cluster;

import io.livekube.core.model.Resource;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.time.Instant;

/// Freshness of one kind of a cluster, derived from its last verification, the status that the agent reports,
/// and whether it is synced.
public final class KindFreshness {
    private KindFreshness() {}

    public static Freshness of(Cluster cluster, KindMirror kind, Instant now) {
        return of(cluster, kind.resource(), kind.status().state(), now);
    }

    /// Freshness of a kind that the mirror may not have.
    public static Freshness of(Cluster cluster, Resource resource, Instant now) {
        KindState reported = cluster.mirror()
                .kind(resource)
                .map(kind -> kind.status().state())
                .orElse(KindState.SYNCING);
        return of(cluster, resource, reported, now);
    }

    private static Freshness of(Cluster cluster, Resource resource, KindState reported, Instant now) {
        Freshness byAge = Freshness.at(cluster.verified(resource), now);
        if (!cluster.activation().wants(resource)) {
            return byAge.off();
        }
        boolean verifiedBefore = cluster.verified(resource)
                .filter(at -> at.isBefore(cluster.activation().since()))
                .isPresent();
        if (verifiedBefore) {
            return byAge.atBestStale(); // not verified since sync was turned on
        }
        return switch (reported) {
            // While an agent relists, it does not verify the kind, so the age grows.
            case SYNCED, SYNCING -> byAge;
            case STALE, DENIED, NOT_SERVED -> byAge.atBestStale();
        };
    }
}
