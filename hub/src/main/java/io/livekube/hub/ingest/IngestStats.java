package io.livekube.hub.ingest;

/// What one cluster's ingest has counted.
///
/// @param mismatches batches that did not lead to the digests they gave
/// @param repairs times that objects of a kind were asked for
/// @param backoffs times that the cluster was told to be quiet for a while
public record IngestStats(long mismatches, long repairs, long backoffs) {}
