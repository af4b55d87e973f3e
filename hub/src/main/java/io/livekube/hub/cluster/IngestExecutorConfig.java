package io.livekube.hub.cluster;

/// Concurrency limits of the [IngestExecutor].
///
/// @param workers how many batches are processed at the same time; each may use `contentBytes` of the
/// protocol's limits in memory
/// @param waiting how many more batches may wait for a worker
/// @param waitingPerCluster maximum number of batches of one cluster in progress or waiting; an agent sends one
/// at a time
public record IngestExecutorConfig(int workers, int waiting, int waitingPerCluster) {
    public IngestExecutorConfig {
        if (workers < 1 || waiting < 1 || waitingPerCluster < 1) {
            throw new IllegalArgumentException("workers, waiting and waitingPerCluster must be at least 1");
        }
    }

    public static IngestExecutorConfig defaults() {
        int cores = Runtime.getRuntime().availableProcessors();
        return new IngestExecutorConfig(Math.clamp(cores, 2, 8), 1_000, 4);
    }
}
