package io.livekube.hub.ingest;

/// Counters of one cluster's ingest.
///
/// @param mismatches batches that did not result in the digests they declared
/// @param repairs how often objects were requested again for a kind that had been in step
/// @param backoffs number of BackOff answers to the cluster
public record IngestStats(long mismatches, long repairs, long backoffs) {}
