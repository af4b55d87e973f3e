package io.livekube.hub.ingest;

/// Counters of one cluster's ingest.
///
/// @param mismatches batches that did not lead to the digests that they gave
/// @param repairs how often objects were sent again of a kind that had been equal at both ends
/// @param backoffs how often the cluster was asked to pause
public record IngestStats(long mismatches, long repairs, long backoffs) {}
