package io.livekube.hub.metrics;

/// Totals of one cluster since the hub started.
///
/// @param bytes of batches, as sent
public record ClusterTraffic(long batches, long bytes, long changes, long reads) {}
