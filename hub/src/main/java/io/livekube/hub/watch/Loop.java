package io.livekube.hub.watch;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All watchers of one event loop, gone through from time to time: whose time is over, who is due a
/// bookmark, who does not read.
///
/// One sweep in place of timers for each watcher. Touched by its event loop alone.
final class Loop {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final long SWEEP_NANOS = Duration.ofMillis(250).toNanos();

    private final EventLoop thread;
    private final InstantSource clock;
    private final StreamList streams = new StreamList(WatchStream.IN_LOOP);
    private final Map<Lost, Integer> lost = new HashMap<>();
    private final Map<Topic, Boolean> fresh = new HashMap<>();
    private boolean sweeping;

    private record Lost(String cluster, String resource, Loss why) {}

    Loop(EventLoop thread, InstantSource clock) {
        this.thread = thread;
        this.clock = clock;
    }

    void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the hub is being stopped, and its event loops with it", e);
        }
    }

    void schedule(Runnable task, long nanos) {
        try {
            var _ = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the hub is being stopped, and its event loops with it", e);
        }
    }

    void add(WatchStream stream) {
        streams.add(stream);
        sweepLater();
    }

    void remove(WatchStream stream) {
        streams.remove(stream);
    }

    /// To be told in one line for all that are lost alike.
    void lost(Topic topic, Loss why) {
        var what = new Lost(topic.cluster().id(), topic.kind().resource().toString(), why);
        lost.merge(what, 1, Integer::sum);
        sweepLater();
    }

    private void sweepLater() {
        if (!sweeping) {
            sweeping = true;
            schedule(this::sweep, SWEEP_NANOS);
        }
    }

    private void sweep() {
        sweeping = false;
        long now = System.nanoTime();
        streams.forEach(stream -> stream.sweep(now));
        fresh.clear(); // or the last of them would keep its kind alive
        lost.forEach((what, count) -> LOG.info(
                "{}: closed {} watch{} of {}: {}",
                what.cluster(),
                count,
                count == 1 ? "" : "es",
                what.resource(),
                what.why().sentence()));
        lost.clear();
        if (streams.size() > 0) {
            sweepLater();
        }
    }

    /// The same for all watchers of a sweep.
    boolean fresh(Topic topic) {
        return fresh.computeIfAbsent(topic, of -> of.fresh(clock));
    }
}
