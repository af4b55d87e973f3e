package io.livekube.simulator.cluster;

/// Listener for the progress of a cluster's generation.
@FunctionalInterface
public interface ProgressListener {
    /// Called every 1,000 pods and at the end.
    void progress(int podsDone, int podsInAll);

    static ProgressListener none() {
        return (done, all) -> {};
    }
}
