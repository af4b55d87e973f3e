package io.livekube.hub;

import io.livekube.hub.cluster.IngestExecutorConfig;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.protocol.BatchLimits;
import java.time.Duration;

/// Limits on what a hub takes from agents.
///
/// @param maxClusters how many clusters may register
/// @param protocol limits on a batch
/// @param executor how many batches are processed at the same time
/// @param ingest limits per cluster
/// @param snapshotSlots how many clusters may send snapshots at the same time
/// @param snapshotSlotIdle how long a slot may go without a chunk before it is free again
public record IntakeConfig(
        int maxClusters,
        BatchLimits protocol,
        IngestExecutorConfig executor,
        IngestConfig ingest,
        int snapshotSlots,
        Duration snapshotSlotIdle) {
    public IntakeConfig {
        if (maxClusters < 1 || snapshotSlots < 1) {
            throw new IllegalArgumentException("maxClusters and snapshotSlots must be at least 1");
        }
    }

    static IntakeConfig defaults() {
        return new IntakeConfig(
                1_000,
                BatchLimits.defaults(),
                IngestExecutorConfig.defaults(),
                IngestConfig.defaults(),
                8,
                Duration.ofSeconds(30));
    }

    IntakeConfig withExecutor(IngestExecutorConfig changed) {
        return new IntakeConfig(maxClusters, protocol, changed, ingest, snapshotSlots, snapshotSlotIdle);
    }
}
