package io.livekube.agent.uplink;

import io.livekube.agent.sync.UplinkStats;
import java.time.Instant;
import java.util.Optional;

/// Counters of data pushed to the hub.
///
/// @param bytes bytes of bodies posted, including retries
/// @param lastPush when the hub last accepted a batch
public record PushStats(UplinkStats uplink, long bytes, Optional<Instant> lastPush) {
    public static final PushStats NONE = new PushStats(UplinkStats.NONE, 0, Optional.empty());

    /// Sum with the counters of a later run.
    public PushStats plus(PushStats later) {
        return new PushStats(uplink.plus(later.uplink), bytes + later.bytes, later.lastPush.or(() -> lastPush));
    }
}
