package io.livekube.hub;

import io.livekube.hub.cluster.IngestExecutorConfig;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.protocol.BatchLimits;
import java.time.Duration;

/// How much a hub takes in of what agents send.
///
/// @param maxClusters how many clusters there may be
/// @param protocol what a batch may have at most
/// @param reception how much is taken in at once
/// @param ingest how much is taken of one cluster
/// @param snapshotSlots how many clusters may send snapshots at the same time
/// @param snapshotSlotIdle after which time without a chunk a slot is free again
public record IntakeConfig(
        int maxClusters,
        BatchLimits protocol,
        IngestExecutorConfig reception,
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

    IntakeConfig withReception(IngestExecutorConfig changed) {
        return new IntakeConfig(maxClusters, protocol, changed, ingest, snapshotSlots, snapshotSlotIdle);
    }
}
