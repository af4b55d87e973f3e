package io.livekube.hub.cluster;

import io.livekube.core.model.Resource;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.time.Instant;

/// Freshness of one kind of a cluster: by when it was last verified, by what its agent reports, and by
/// whether it is synced at all.
public final class KindFreshness {
    private KindFreshness() {}

    public static Freshness of(Cluster cluster, KindMirror kind, Instant now) {
        return of(cluster, kind.resource(), kind.status().state(), now);
    }

    /// The same for a kind that may be unknown, and so was never verified.
    public static Freshness of(Cluster cluster, Resource resource, Instant now) {
        KindState said = cluster.mirror()
                .kind(resource)
                .map(kind -> kind.status().state())
                .orElse(KindState.SYNCING);
        return of(cluster, resource, said, now);
    }

    private static Freshness of(Cluster cluster, Resource resource, KindState said, Instant now) {
        Freshness byAge = Freshness.at(cluster.verified(resource), now);
        if (!cluster.activation().wants(resource)) {
            return byAge.off();
        }
        boolean before = cluster.verified(resource)
                .filter(at -> at.isBefore(cluster.activation().since()))
                .isPresent();
        if (before) {
            return byAge.atBestStale(); // not verified since sync was turned on
        }
        return switch (said) {
            // An agent that is listing again has not verified the kind in its session, which shows in the age.
            case SYNCED, SYNCING -> byAge;
            case STALE, DENIED, NOT_SERVED -> byAge.atBestStale();
        };
    }
}
