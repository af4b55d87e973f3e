package io.livekube.agent.uplink;

import io.livekube.agent.sync.UplinkStats;
import java.time.Instant;
import java.util.Optional;

/// What was pushed, and how that went.
///
/// @param bytes of bodies posted, retries included
/// @param lastPush when the hub last took a batch
public record PushStats(UplinkStats uplink, long bytes, Optional<Instant> lastPush) {
    public static final PushStats NONE = new PushStats(UplinkStats.NONE, 0, Optional.empty());

    /// Both together, the other being the later one.
    public PushStats plus(PushStats later) {
        return new PushStats(uplink.plus(later.uplink), bytes + later.bytes, later.lastPush.or(() -> lastPush));
    }
}
