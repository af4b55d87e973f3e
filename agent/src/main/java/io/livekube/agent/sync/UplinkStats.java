package io.livekube.agent.sync;

/// Counters of an uplink.
///
/// @param acknowledged batches accepted by the hub
/// @param retries batches sent again because there was no answer
/// @param edits changes sent in deltas
/// @param objects objects sent in snapshots and repairs
/// @param buckets buckets sent again
/// @param mismatches batches whose digests did not match the hub's resulting state
/// @param sessions sessions opened
/// @param eventsHeldBack changes of events that were held back because too many waited
/// @param live kinds whose changes the hub receives
public record UplinkStats(
        long acknowledged,
        long retries,
        long edits,
        long objects,
        long buckets,
        long mismatches,
        long sessions,
        long eventsHeldBack,
        int live) {
    public static final UplinkStats NONE = new UplinkStats(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /// Sum with the counters of a later uplink.
    public UplinkStats plus(UplinkStats later) {
        return new UplinkStats(
                acknowledged + later.acknowledged,
                retries + later.retries,
                edits + later.edits,
                objects + later.objects,
                buckets + later.buckets,
                mismatches + later.mismatches,
                Math.max(sessions, later.sessions),
                eventsHeldBack + later.eventsHeldBack,
                later.live);
    }
}
