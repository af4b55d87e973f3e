package io.livekube.hub.http;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.mirror.KindMirror;
import java.time.Instant;

/// How fresh one kind of a cluster is: by when it was last proved equal, and by what its agent says of
/// itself.
final class KindFreshness {
    private KindFreshness() {}

    static Freshness of(Cluster cluster, KindMirror kind, Instant now) {
        Freshness byAge = Freshness.at(cluster.confirmed(kind.resource()), now);
        return switch (kind.status().state()) {
            // An agent that is listing again has not confirmed the kind in its session, which shows in the age.
            case SYNCED, SYNCING -> byAge;
            case STALE, DENIED, NOT_SERVED -> byAge.atBestStale();
        };
    }
}
