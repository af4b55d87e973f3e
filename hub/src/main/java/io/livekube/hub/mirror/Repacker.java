package io.livekube.hub.mirror;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Background thread that packs what has changed, and repacks whole kinds once they have grown, to save memory.
public final class Repacker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Repacker.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Supplier<? extends Collection<ClusterMirror>> mirrors;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    private Repacker(Supplier<? extends Collection<ClusterMirror>> mirrors) {
        this.mirrors = mirrors;
        this.thread = Thread.ofPlatform().name("hub-repack").daemon().unstarted(this::work);
    }

    /// Starts the thread.
    ///
    /// @param mirrors mirrors of all current clusters
    public static Repacker start(Supplier<? extends Collection<ClusterMirror>> mirrors) {
        var repacker = new Repacker(mirrors);
        repacker.thread.start();
        return repacker;
    }

    private void work() {
        try {
            while (!ended.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                for (ClusterMirror cluster : mirrors.get()) {
                    cluster.kinds().forEach(kind -> pack(cluster, kind));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pack(ClusterMirror cluster, KindMirror kind) {
        try {
            kind.packChanges();
            if (ended.getCount() > 0 && kind.repackable()) {
                long saved = kind.repack();
                LOG.debug("{}: {}: repacking saved {} bytes", cluster.id(), kind.resource(), saved);
            }
        } catch (Throwable e) { // other kinds are not affected, and this one stays as it is
            LOG.error("{}: {}: packing failed; this is a bug", cluster.id(), kind.resource(), e);
        }
    }

    @Override
    public void close() {
        ended.countDown();
        thread.interrupt();
    }
}
