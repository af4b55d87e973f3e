package io.livekube.hub.cluster;

import java.time.Duration;

/// Periodic task that turns off clusters without readers and records when it last ran.
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

    /// Time since it last finished.
    public Duration sinceLast() {
        return Duration.ofNanos(System.nanoTime() - last);
    }
}
