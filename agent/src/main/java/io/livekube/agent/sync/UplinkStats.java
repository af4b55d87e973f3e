package io.livekube.agent.sync;

/// What an uplink has counted since it was made.
///
/// @param acknowledged batches taken by the hub
/// @param retries batches sent again for want of an answer
/// @param edits changes sent in deltas
/// @param objects objects sent in snapshots and repairs
/// @param buckets buckets sent again
/// @param mismatches batches that did not lead to the same state in the hub
/// @param sessions sessions opened
/// @param eventsHeldBack changes of events that stood back because too many waited
/// @param live kinds that the hub follows change by change
public record UplinkStats(
        long acknowledged,
        long retries,
        long edits,
        long objects,
        long buckets,
        long mismatches,
        long sessions,
        long eventsHeldBack,
        int live) {}
