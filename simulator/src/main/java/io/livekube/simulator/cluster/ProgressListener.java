package io.livekube.simulator.cluster;

/// Hears how far the making of a cluster is.
@FunctionalInterface
public interface ProgressListener {
    /// Called every thousand pods and at the end.
    void progress(int podsDone, int podsInAll);

    static ProgressListener none() {
        return (done, all) -> {};
    }
}
