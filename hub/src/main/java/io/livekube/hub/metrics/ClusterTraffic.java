package io.livekube.hub.metrics;

/// Totals of one cluster since the hub started.
///
/// @param bytes size of batches on the wire
public record ClusterTraffic(long batches, long bytes, long changes, long reads) {}
