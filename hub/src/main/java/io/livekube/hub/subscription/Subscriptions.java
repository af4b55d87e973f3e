package io.livekube.hub.subscription;

import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.transport.SubscriberConnection;
import io.netty.channel.EventLoop;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The subscription engine: all subscriptions of the hub, on any number of event loops.
public final class Subscriptions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);

    private final FrameMemory memory;
    private final Map<EventLoop, SubscriptionLoop> loops = new ConcurrentHashMap<>();
    /// Prepares and releases what single subscriptions need, which may wait for other work.
    private final ThreadFactory workers =
            Thread.ofVirtual().name("hub-subscription-", 0).factory();
    /// Encodes for groups. Not on virtual threads: a change would wait behind whatever computes on those.
    private final ExecutorService encoders = Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().name("hub-fan-out-", 0).daemon().factory());
    /// Weakly on both sides: a fan-out knows its kind, and lives as long as the kind, whose log knows the
    /// fan-out.
    private final Map<KindMirror, WeakReference<KindFanOut>> fanOuts = new WeakHashMap<>();

    /// @param sharedBytes encoded frames to keep for readers that are behind, or come back
    public Subscriptions(long sharedBytes) {
        this.memory = new FrameMemory(sharedBytes);
    }

    /// Starts a subscription.
    ///
    /// @param thread event loop of the connection
    /// @param patience how long the reader may take nothing
    public void start(EventLoop thread, FrameSource source, SubscriberConnection connection, Duration patience) {
        SubscriptionLoop loop = loops.computeIfAbsent(thread, SubscriptionLoop::new);
        if (!loop.execute(() -> new Subscription(this, loop, source, connection, patience.toNanos()).start())) {
            source.closed(EndReason.HUB_STOPPED);
        }
    }

    /// All subscribers of one kind.
    public KindFanOut fanOut(KindMirror kind) {
        synchronized (fanOuts) {
            @Nullable WeakReference<KindFanOut> known = fanOuts.get(kind);
            @Nullable KindFanOut there = known == null ? null : known.get();
            if (there == null) {
                there = new KindFanOut(kind.log(), memory, this::encode);
                fanOuts.put(kind, new WeakReference<>(there));
            }
            return there;
        }
    }

    /// Runs something off the event loops.
    void work(Runnable task) {
        workers.newThread(task).start();
    }

    private void encode(Runnable task) {
        try {
            encoders.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("nothing is encoded any more: the hub is shutting down", e);
        }
    }

    /// Event loops that serve subscriptions, or did.
    int loops() {
        return loops.size();
    }

    /// Bytes of encoded frames that are kept, outside the heap.
    public long sharedBytes() {
        return memory.used();
    }

    /// Keeps a share of the encoded frames only.
    public void narrow(double share) {
        memory.narrow(share);
    }

    /// Ends all subscriptions in good order.
    @Override
    public void close() {
        loops.values().forEach(loop -> loop.execute(() -> loop.end(EndReason.HUB_STOPPED)));
        encoders.shutdown();
    }
}
