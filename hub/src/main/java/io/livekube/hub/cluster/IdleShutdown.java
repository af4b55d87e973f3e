package io.livekube.hub.cluster;

import java.time.Duration;

/// Looks after all clusters now and then, and remembers when.
public final class IdleShutdown implements Runnable {
    private final Clusters clusters;
    private volatile long last = System.nanoTime();

    public IdleShutdown(Clusters clusters) {
        this.clusters = clusters;
    }

    @Override
    public void run() {
        clusters.check();
        last = System.nanoTime();
    }

    /// How long ago it last came round.
    public Duration sinceLast() {
        return Duration.ofNanos(System.nanoTime() - last);
    }
}
