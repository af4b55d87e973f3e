package io.livekube.hub.search;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Background thread that keeps a [SearchIndex] up to date, so that searches have little left to do.
public final class Indexer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Indexer.class);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration AT_ONCE = Duration.ofMillis(100);

    private final SearchIndex index;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    private Indexer(SearchIndex index) {
        this.index = index;
        this.thread = Thread.ofPlatform().name("hub-search").daemon().unstarted(this::work);
    }

    public static Indexer start(SearchIndex index) {
        var indexer = new Indexer(index);
        indexer.thread.start();
        return indexer;
    }

    private void work() {
        try {
            boolean caughtUp = true;
            while (!ended.await(caughtUp ? PAUSE.toMillis() : 0, TimeUnit.MILLISECONDS)) {
                caughtUp = catchUp();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean catchUp() {
        try {
            return index.catchUp(System::nanoTime, System.nanoTime() + AT_ONCE.toNanos());
        } catch (RuntimeException e) {
            LOG.error("search index update failed; this is a bug in the hub", e);
            return true;
        }
    }

    @Override
    public void close() {
        ended.countDown();
    }
}
