package io.livekube.hub.watch;

import io.livekube.hub.admit.Places;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.internal.ContextInternal;
import java.lang.ref.WeakReference;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All watches of the hub, within limits.
public final class WatchBoard {
    private final WatchConfig config;
    private final InstantSource clock;
    private final FrameBudget budget;
    /// Weakly on both sides: a topic knows its kind, and lives for as long as that, whose log knows the
    /// topic.
    private final Map<KindMirror, WeakReference<Topic>> topics = new WeakHashMap<>();
    private final Map<EventLoop, Loop> loops = new ConcurrentHashMap<>();
    private final Places places;
    private final Map<String, Traffic> traffic = new ConcurrentHashMap<>();
    private final Map<Loss, LongAdder> lost = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private volatile Optional<String> closedFor = Optional.empty();

    public WatchBoard(WatchConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        this.budget = new FrameBudget(config.sharedBytes());
        this.places = new Places("watches", config.watches(), config.perReader());
    }

    public WatchConfig config() {
        return config;
    }

    /// Watches that are open.
    public int open() {
        return places.taken();
    }

    /// Watches that ended although their readers wanted more.
    public long lost(Loss why) {
        return losses(why).sum();
    }

    private LongAdder losses(Loss why) {
        return lost.computeIfAbsent(why, _ -> new LongAdder());
    }

    /// Watches that there was no room for.
    public long refused() {
        return refused.sum();
    }

    /// What encoded events take that are kept for all.
    public long sharedBytes() {
        return budget.used();
    }

    /// What the watches of a cluster have been told.
    public Traffic traffic(String cluster) {
        return traffic.computeIfAbsent(cluster, _ -> new Traffic());
    }

    /// Takes no more watches, and says why, until told otherwise; keeps a share of the encoded events.
    public void narrow(double share, Optional<String> refuseBecause) {
        budget.narrow(share);
        closedFor = refuseBecause;
    }

    /// Takes a place; why not, if there is none.
    public Optional<String> admit(String reader) {
        Optional<String> why = closedFor.or(() -> places.take(reader));
        why.ifPresent(_ -> refused.increment());
        return why;
    }

    /// Gives a place back that [#start] did not take.
    public void leave(String reader) {
        places.giveBack(reader);
    }

    /// What is to be told, from where, and to whom.
    ///
    /// @param reader who has the place
    /// @param position in the kind's log
    /// @param told the version that is known there
    /// @param onceReached asked where to go on once the log has come to that version, for who knows a state
    /// that is not the mirror's; empty where it goes on from the position
    /// @param expired the status for who misses something
    public record Start(
            Cluster cluster,
            KindMirror kind,
            String reader,
            WatchOptions options,
            FrameEncoder encoder,
            long position,
            long told,
            Optional<Supplier<Optional<Resumption>>> onceReached,
            Supplier<byte[]> expired) {}

    /// Begins to tell, on the connection's event loop.
    ///
    /// @param cut ends the response at once, however much of it is not read
    public void start(Start start, Context context, Wire wire, Runnable cut) {
        Topic topic = topic(start.cluster(), start.kind());
        Loop loop =
                loops.computeIfAbsent(((ContextInternal) context).nettyEventLoop(), thread -> new Loop(thread, clock));
        String reader = start.reader();
        var setting = new WatchStream.Setting(
                topic,
                loop,
                start.options(),
                start.encoder(),
                start.position(),
                start.told(),
                start.onceReached(),
                config.bookmarks(),
                config.patience(),
                start.expired(),
                cut,
                () -> {
                    leave(reader);
                    topic.cluster().closed(topic.kind().resource());
                });
        new WatchStream(setting, wire).start();
    }

    private synchronized Topic topic(Cluster cluster, KindMirror kind) {
        @Nullable WeakReference<Topic> known = topics.get(kind);
        @Nullable Topic there = known == null ? null : known.get();
        if (there != null) {
            return there;
        }
        var topic = new Topic(
                cluster, kind, budget, traffic(cluster.id()), why -> losses(why).increment());
        topics.put(kind, new WeakReference<>(topic));
        return topic;
    }
}
