package io.livekube.hub.watch;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.ConcurrencyLimit;
import io.livekube.hub.subscription.EndReason;
import io.livekube.hub.subscription.KindFanOut;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.transport.SubscriberConnection;
import io.netty.channel.EventLoop;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/// All watches of the hub.
public final class Watches {
    private final WatchTimes times;
    private final Subscriptions subscriptions;
    private final InstantSource clock;
    private final ConcurrencyLimit limit;
    private final Map<String, WatchTraffic> traffic = new ConcurrentHashMap<>();
    private final Map<EndReason, LongAdder> lost = new ConcurrentHashMap<>();

    public Watches(WatchConfig config, WatchTimes times, Subscriptions subscriptions, InstantSource clock) {
        this.times = times;
        this.subscriptions = subscriptions;
        this.clock = clock;
        this.limit = new ConcurrencyLimit("watches", config.watches(), config.perReader());
    }

    /// Admission limit. A slot is acquired before [#start] and released when the watch ends.
    public ConcurrencyLimit limit() {
        return limit;
    }

    /// Number of watches that were cut short.
    public long lost(EndReason why) {
        return losses(why).sum();
    }

    private LongAdder losses(EndReason why) {
        return lost.computeIfAbsent(why, _ -> new LongAdder());
    }

    /// Traffic of the watches of a cluster.
    public WatchTraffic traffic(String cluster) {
        return traffic.computeIfAbsent(cluster, _ -> new WatchTraffic());
    }

    /// A watch to start.
    ///
    /// @param reader whose slot is used
    /// @param resume determines where to continue once the log has reached the known version, for a reader
    /// whose state is not the mirror's; empty if the watch continues from the position
    /// @param expired Kubernetes `Status` for a reader that has missed events
    public record Start(
            Cluster cluster,
            KindMirror kind,
            String reader,
            WatchOptions options,
            WatchEncoder encoder,
            Resumption from,
            Optional<Supplier<Optional<Resumption>>> resume,
            Supplier<byte[]> expired) {}

    /// Starts a watch.
    ///
    /// @param thread the connection's event loop
    public void start(Start start, EventLoop thread, SubscriberConnection connection) {
        subscriptions.start(thread, source(start, connection, System.nanoTime()), connection, times.patience());
    }

    WatchSource source(Start start, SubscriberConnection connection, long now) {
        Cluster cluster = start.cluster();
        KindMirror kind = start.kind();
        WatchEncoder encoder = connection.chunked() ? new ChunkedWatchEncoder(start.encoder()) : start.encoder();
        var format = new WatchFormat(start.options().filter(), encoder, kind.kind());
        KindFanOut fanOut = subscriptions.fanOut(kind);
        WatchTraffic traffic = traffic(cluster.id());
        var watched = new WatchSource.Watched(
                cluster,
                kind,
                traffic,
                () -> KindFreshness.of(cluster, kind, clock.instant()).state() == Freshness.State.FRESH,
                start.expired(),
                why -> {
                    fanOut.leave(format);
                    cluster.closed(kind.resource());
                    limit.release(start.reader());
                    traffic.closed(); // after the slot is free: a client that sees the gauge drop can open a watch
                    if (why.isLoss()) {
                        losses(why).increment();
                    }
                });
        WatchState state = WatchSource.at(
                start.from(), kind.log(), start.resume(), start.options().announceEnd());
        return new WatchSource(watched, format, fanOut.join(format), start.options(), state, times.bookmarks(), now);
    }
}
