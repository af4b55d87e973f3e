package io.livekube.hub.fleet;

import io.livekube.core.model.ObjectKey;
import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.ConcurrencyLimit;
import io.livekube.hub.subscription.EndReason;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.transport.SubscriberConnection;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All dashboard streams of the hub, and the problems of the objects they show.
public final class RowStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RowStreams.class);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    /// Interval of looking for problems that appear with time alone.
    private static final Duration SWEEP = Duration.ofSeconds(10);

    /// How long a reader may read nothing before its stream is closed.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Shared shared;
    private final Subscriptions subscriptions;
    private final ConcurrencyLimit limit;
    private final Set<RowStream> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("hub-streams").factory());
    private long swept = System.nanoTime();

    /// Dependencies shared by all streams.
    public record Shared(
            Fleet fleet,
            RowRenderers renderers,
            RowCache rows,
            ClusterSummaries summaries,
            ProblemTracker problems,
            HubObserver observer,
            InstantSource clock) {}

    /// Notified when a stream ends.
    interface Ended {
        void stream(RowStream stream, EndReason why);
    }

    /// @param limit how many streams there may be
    public RowStreams(Shared shared, ConcurrencyLimit limit, Subscriptions subscriptions) {
        this.shared = shared;
        this.limit = limit;
        this.subscriptions = subscriptions;
    }

    /// Starts to find problems; streams may be opened before.
    public void start() {
        var _ = timer.scheduleWithFixedDelay(
                this::checkProblems, CHECK_INTERVAL.toMillis(), CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Admission limit. A slot is acquired before [#open] and released when the stream ends.
    public ConcurrencyLimit limit() {
        return limit;
    }

    /// Opens a stream.
    ///
    /// @param reader whose slot is used
    /// @param from the reader's address, for example "from 127.0.0.1"
    /// @param thread the connection's event loop
    public void open(StreamQuery query, String reader, String from, EventLoop thread, SubscriberConnection connection) {
        var stream = new RowStream(query, from, shared, (closed, why) -> {
            open.remove(closed);
            limit.release(reader);
            shared.observer().streamClosed(why == EndReason.STALLED ? "slow" : why.label());
        });
        open.add(stream);
        shared.observer().streamOpened();
        subscriptions.start(thread, stream, connection, PATIENCE);
    }

    /// Finds problems in the objects shown and, with every sweep, problems that arise with time alone.
    private void checkProblems() {
        try {
            if (!open.isEmpty()) {
                checkProblems(shared.clock().instant());
            }
        } catch (Throwable e) { // including Errors: the timer would drop the task
            LOG.error("checking objects for problems failed; this is a bug in the hub", e);
        }
    }

    private void checkProblems(Instant now) {
        if (open.stream().anyMatch(RowStream::sendsClusters)) {
            shared.fleet()
                    .clusters()
                    .all()
                    .forEach(cluster -> cluster.mirror().kinds().stream()
                            .filter(KindMirror::synced)
                            .forEach(kind -> shared.problems().catchUp(kind, now)));
        }
        boolean sweep = System.nanoTime() - swept >= SWEEP.toNanos();
        if (sweep) {
            swept = System.nanoTime();
        }
        Set<KindMirror> followed = new HashSet<>();
        open.forEach(stream -> followed.addAll(stream.followed()));
        for (KindMirror kind : followed) {
            shared.problems().catchUp(kind, now);
            List<ObjectKey> begun = sweep ? shared.problems().begun(kind, now) : List.of();
            if (!begun.isEmpty()) {
                open.stream()
                        .filter(stream -> stream.followed().contains(kind))
                        .forEach(stream -> stream.reconsider(kind, begun));
            }
        }
    }

    /// Stops checking for problems; the engine ends the streams.
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
