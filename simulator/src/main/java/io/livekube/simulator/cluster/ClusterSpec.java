package io.livekube.simulator.cluster;

import java.time.Instant;

/// Specification of a cluster; equal specifications lead to byte-identical clusters.
///
/// @param seed of the random choices
/// @param pods the exact number of pods, from which all other numbers follow
/// @param now the current time, from which ages are counted back
public record ClusterSpec(long seed, int pods, Instant now) {
    public static final int MOST_PODS = 500_000;

    public ClusterSpec {
        if (pods < 0 || pods > MOST_PODS) {
            throw new IllegalArgumentException(
                    "a simulated cluster must have 0 to " + MOST_PODS + " pods, not " + pods + ".");
        }
    }

    public static ClusterSpec defaults() {
        return new ClusterSpec(1, 1_000, Instant.parse("2026-01-01T00:00:00Z"));
    }

    public ClusterSpec withSeed(long newSeed) {
        return new ClusterSpec(newSeed, pods, now);
    }

    public ClusterSpec withPods(int newPods) {
        return new ClusterSpec(seed, newPods, now);
    }

    public ClusterSpec withNow(Instant newNow) {
        return new ClusterSpec(seed, pods, newNow);
    }
}
