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

/// Subscription engine: all subscriptions of the hub, on any number of event loops.
public final class Subscriptions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);

    private final FrameMemory memory;
    private final Map<EventLoop, SubscriptionLoop> loops = new ConcurrentHashMap<>();
    /// Prepares and releases what single subscriptions need, which may wait for other work.
    private final ThreadFactory workers =
            Thread.ofVirtual().name("hub-subscription-", 0).factory();
    /// Encodes frames for groups. Platform threads, because on virtual ones a change would wait behind any
    /// CPU-bound work.
    private final ExecutorService encoders = Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().name("hub-fan-out-", 0).daemon().factory());
    /// Weak keys and values: a fan-out references its kind, and lives as long as the kind, whose log references
    /// the fan-out.
    private final Map<KindMirror, WeakReference<KindFanOut>> fanOuts = new WeakHashMap<>();

    /// @param sharedBytes bytes of encoded frames to keep for readers that are behind or reconnect
    public Subscriptions(long sharedBytes) {
        this.memory = new FrameMemory(sharedBytes);
    }

    /// Starts a subscription.
    ///
    /// @param thread event loop of the connection
    /// @param patience how long the reader may stall
    public void start(EventLoop thread, FrameSource source, SubscriberConnection connection, Duration patience) {
        SubscriptionLoop loop = loops.computeIfAbsent(thread, SubscriptionLoop::new);
        if (!loop.execute(() -> new Subscription(this, loop, source, connection, patience.toNanos()).start())) {
            source.closed(EndReason.HUB_STOPPED);
        }
    }

    /// The fan-out of one kind.
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

    /// Runs a task off the event loops.
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

    /// Number of event loops that serve subscriptions, or have done so.
    int loops() {
        return loops.size();
    }

    /// Off-heap memory used by encoded frames, in bytes.
    public long sharedBytes() {
        return memory.used();
    }

    /// Restricts the memory for encoded frames to a share of its limit.
    public void narrow(double share) {
        memory.narrow(share);
    }

    /// Ends all subscriptions normally.
    @Override
    public void close() {
        loops.values().forEach(loop -> loop.execute(() -> loop.end(EndReason.HUB_STOPPED)));
        encoders.shutdown();
    }
}
