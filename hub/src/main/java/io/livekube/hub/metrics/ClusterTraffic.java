package io.livekube.hub.metrics;

/// What has come and gone for one cluster since the hub started.
///
/// @param bytes of batches, as they came over the wire
public record ClusterTraffic(long batches, long bytes, long changes, long reads) {}
