package io.livekube.hub.cluster;

import java.time.Duration;

/// Turns off clusters without readers, whenever its timer runs it, and remembers when it last ran.
public final class IdleShutdown implements Runnable {
    private final Clusters clusters;
    private volatile long last = System.nanoTime();

    public IdleShutdown(Clusters clusters) {
        this.clusters = clusters;
    }

    @Override
    public void run() {
        clusters.turnOffIdle();
        last = System.nanoTime();
    }

    /// How long ago it last finished.
    public Duration sinceLast() {
        return Duration.ofNanos(System.nanoTime() - last);
    }
}
