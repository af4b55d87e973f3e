package io.livekube.hub.fleet;

import io.livekube.core.model.ObjectKey;
import io.livekube.hub.admit.Places;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.observe.HubObserver;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All streams of the hub, within limits: wakes them when there is news, and ends those that nobody reads.
public final class StreamBoard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamBoard.class);
    private static final int OFTEN = 4;

    private final StreamConfig config;
    private final LiveStream.Sharing sharing;
    private final ProblemWatch problems;
    private final HubObserver observer;
    private final InstantSource clock;
    private final Map<KindMirror, Topic> topics = new WeakHashMap<>();
    private final Places places;
    private final Map<LiveStream, Open> open = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("hub-stream-", 0).factory());
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("hub-streams").daemon().factory());
    private final AtomicBoolean judging = new AtomicBoolean();
    private volatile long swept = System.nanoTime();
    private long ticks;

    private StreamBoard(
            StreamConfig config,
            Fleet fleet,
            RowForms forms,
            RowCache rows,
            ClusterSummaries summaries,
            ProblemWatch problems,
            HubObserver observer,
            InstantSource clock) {
        this.config = config;
        this.places = new Places("streams", config.streams(), config.perReader());
        this.sharing = new LiveStream.Sharing(fleet, forms, rows, summaries, new Follows());
        this.problems = problems;
        this.observer = observer;
        this.clock = clock;
    }

    /// Starts to keep streams.
    public static StreamBoard start(
            StreamConfig config,
            Fleet fleet,
            RowForms forms,
            RowCache rows,
            ClusterSummaries summaries,
            ProblemWatch problems,
            HubObserver observer,
            InstantSource clock) {
        var board = new StreamBoard(config, fleet, forms, rows, summaries, problems, observer, clock);
        long every = config.check().toMillis();
        var _ = board.timer.scheduleWithFixedDelay(board::tick, every, every, TimeUnit.MILLISECONDS);
        return board;
    }

    /// Takes a place; why not, if there is none.
    public Optional<String> admit(String reader) {
        return places.take(reader);
    }

    /// Gives a place back that [#start] did not take.
    public void leave(String reader) {
        places.giveBack(reader);
    }

    /// A stream that is open, for who connects it to its reader.
    public interface Handle {
        /// There is room again.
        void wake();

        /// The reader is gone.
        void gone();
    }

    /// Begins to tell.
    ///
    /// @param reader who has the place
    /// @param by the same, as "from 127.0.0.1"
    public Handle begin(StreamQuery query, String reader, String by, Outlet outlet) {
        var one = new Open(new LiveStream(query, by, outlet, sharing), reader);
        open.put(one.stream, one);
        observer.streamOpened();
        one.wake();
        return one;
    }

    /// A stream, and when it has its next pass.
    private final class Open implements Handle {
        private final LiveStream stream;
        private final String reader;
        private final AtomicBoolean due = new AtomicBoolean();
        private final AtomicBoolean ended = new AtomicBoolean();
        private volatile long earliest = System.nanoTime();

        private Open(LiveStream stream, String reader) {
            this.stream = stream;
            this.reader = reader;
        }

        @Override
        public void wake() {
            if (ended.get() || !due.compareAndSet(false, true)) {
                return;
            }
            long wait = earliest - System.nanoTime();
            try {
                if (wait <= 0) {
                    threads.execute(this::pass);
                } else {
                    var _ = timer.schedule(() -> threads.execute(this::pass), wait, TimeUnit.NANOSECONDS);
                }
            } catch (RejectedExecutionException e) {
                LOG.debug("the hub is being stopped: no more passes", e);
            }
        }

        private void pass() {
            earliest = System.nanoTime() + config.pace().toNanos();
            due.set(false);
            if (ended.get()) {
                return;
            }
            try {
                if (stream.outlet().stalled().compareTo(config.unread()) > 0) {
                    end("slow");
                    stream.outlet().cut();
                    return;
                }
                stream.pass(clock.instant(), config.quiet());
                long[] counts = stream.takeCounts();
                observer.streamed(counts[0], counts[1]);
            } catch (RuntimeException e) {
                LOG.error("a stream {} failed; this is a defect of the hub", reader, e);
                end("failed");
                stream.outlet().cut();
            }
        }

        @Override
        public void gone() {
            end("reader");
        }

        private boolean end(String reason) {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            open.remove(stream);
            leave(reader);
            observer.streamClosed(reason);
            try {
                threads.execute(stream::leave);
            } catch (RejectedExecutionException e) {
                stream.leave();
            }
            return true;
        }
    }

    /// Those who want to know of one kind.
    private final class Topic {
        private final Set<LiveStream> streams = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean awake = new AtomicBoolean();

        /// On the writer's thread: must return at once.
        private void news() {
            if (!streams.isEmpty() && awake.compareAndSet(false, true)) {
                try {
                    threads.execute(() -> {
                        awake.set(false);
                        streams.forEach(StreamBoard.this::wake);
                    });
                } catch (RejectedExecutionException e) {
                    LOG.debug("the hub is being stopped: nobody is told any more", e);
                }
            }
        }
    }

    private void wake(LiveStream stream) {
        Open one = open.get(stream);
        if (one != null) {
            one.wake();
        }
    }

    private final class Follows implements LiveStream.Follows {
        @Override
        public void follow(KindMirror kind, LiveStream stream) {
            topic(kind).streams.add(stream);
        }

        @Override
        public void unfollow(KindMirror kind, LiveStream stream) {
            topic(kind).streams.remove(stream);
        }
    }

    private Topic topic(KindMirror kind) {
        synchronized (topics) {
            return topics.computeIfAbsent(kind, of -> {
                var topic = new Topic();
                of.log().onNews(topic::news);
                return topic;
            });
        }
    }

    /// Those that wait are looked at each time, the others now and then.
    private void tick() {
        try {
            boolean all = ticks++ % OFTEN == 0;
            for (Open one : open.values()) {
                if (all || one.stream.waits()) {
                    one.wake();
                }
            }
            if (all && !open.isEmpty() && judging.compareAndSet(false, true)) {
                threads.execute(this::judge);
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("the hub is being stopped: nothing is judged any more", e);
        } catch (RuntimeException e) {
            LOG.error("streams can't be looked after; this is a defect of the hub", e);
        }
    }

    /// Finds out what is wrong in what somebody looks at, and from time to time what has been so for too
    /// long.
    private void judge() {
        try {
            Instant now = clock.instant();
            if (open.values().stream().anyMatch(one -> one.stream.tellsClusters())) {
                sharing.fleet()
                        .clusters()
                        .all()
                        .forEach(cluster -> cluster.mirror().kinds().stream()
                                .filter(KindMirror::synced)
                                .forEach(kind -> problems.catchUp(kind, now)));
            }
            boolean sweep = System.nanoTime() - swept >= config.sweep().toNanos();
            if (sweep) {
                swept = System.nanoTime();
            }
            for (Map.Entry<KindMirror, Topic> topic : followed().entrySet()) {
                problems.catchUp(topic.getKey(), now);
                List<ObjectKey> turned = sweep ? problems.turned(topic.getKey(), now) : List.of();
                if (!turned.isEmpty()) {
                    topic.getValue().streams.forEach(stream -> {
                        stream.reconsider(topic.getKey(), turned);
                        wake(stream);
                    });
                }
            }
        } catch (RuntimeException e) {
            LOG.error("it can't be told what is wrong with objects; this is a defect of the hub", e);
        } finally {
            judging.set(false);
        }
    }

    private Map<KindMirror, Topic> followed() {
        Map<KindMirror, Topic> followed = new HashMap<>();
        synchronized (topics) {
            topics.forEach((kind, topic) -> {
                if (!topic.streams.isEmpty()) {
                    followed.put(kind, topic);
                }
            });
        }
        return followed;
    }

    /// Ends all streams in good order.
    @Override
    public void close() {
        timer.shutdownNow();
        for (Open one : open.values()) {
            if (one.end("stopped")) {
                one.stream.outlet().end();
            }
        }
        threads.close();
    }
}
