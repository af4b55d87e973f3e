package io.livekube.hub.ingest;

import java.time.Duration;

/// Limits on what the hub accepts from one cluster.
///
/// @param maxResyncs how often a session may be opened, or one kind repaired, within `resyncWindow`
/// @param resyncWindow see `maxResyncs`
/// @param resyncBackoff how long a cluster that exceeds `maxResyncs` must back off
/// @param maxKinds maximum kinds per cluster
/// @param maxObjects maximum objects per kind
/// @param forgetAfter how long a session may go without mentioning a kind before the kind is removed
public record IngestConfig(
        int maxResyncs,
        Duration resyncWindow,
        Duration resyncBackoff,
        int maxKinds,
        int maxObjects,
        Duration forgetAfter) {
    public IngestConfig {
        if (maxResyncs < 1 || maxKinds < 1 || maxObjects < 1) {
            throw new IllegalArgumentException("maxResyncs, maxKinds and maxObjects must be at least 1");
        }
        if (!resyncWindow.isPositive() || !resyncBackoff.isPositive() || !forgetAfter.isPositive()) {
            throw new IllegalArgumentException("resyncWindow, resyncBackoff and forgetAfter must be positive");
        }
    }

    public static IngestConfig defaults() {
        return new IngestConfig(
                5, Duration.ofMinutes(1), Duration.ofSeconds(30), 1_000, 2_000_000, Duration.ofMinutes(5));
    }
}
