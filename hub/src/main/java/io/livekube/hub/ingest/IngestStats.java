package io.livekube.hub.ingest;

/// What one cluster's ingest has counted.
///
/// @param mismatches batches that did not lead to the digests they gave
/// @param repairs times that a kind which had been equal at both ends was found not to be, and was mended
/// @param backoffs times that the cluster was told to be quiet for a while
public record IngestStats(long mismatches, long repairs, long backoffs) {}
