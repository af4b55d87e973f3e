package io.livekube.hub.subscription;

import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.transport.SubscriberConnection;
import io.netty.buffer.Unpooled;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A reader's subscription: a [FrameSource] and the connection to which its frames are written.
///
/// ```
///           Step.PREPARE                    slice prepared
///  READY ─────────────────▶ PREPARING ─────────────────────▶ READY
///    │                          │
///    ▼ ended                    ▼ ended              slice prepared
///  ENDED                     CLOSING ──────────────────────▶ ENDED
/// ```
///
/// Everything happens on the connection's event loop, except for what a source prepares and releases; meanwhile
/// the loop leaves the source alone. Frames are written while the socket accepts them, and again when there is
/// room; until then the source stays where it is. A reader that accepts nothing for too long, or whose cursor is
/// lost, loses its subscription: nothing in between is ever left out.
public final class Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

    private enum Phase {
        READY,
        PREPARING,
        CLOSING,
        ENDED
    }

    private final Subscriptions engine;
    private final SubscriptionLoop loop;
    private final FrameSource source;
    private final SubscriberConnection connection;
    private final long patienceNanos;
    private final MemberList.Member inLoop;
    private Map<KindMirror, MemberList.Member> inLanes = Map.of();
    private Phase phase = Phase.READY;
    private EndReason ended = EndReason.FINISHED;
    private boolean paused;

    /// Called on the event loop.
    ///
    /// @param patienceNanos how long the reader may stall
    Subscription(
            Subscriptions engine,
            SubscriptionLoop loop,
            FrameSource source,
            SubscriberConnection connection,
            long patienceNanos) {
        this.engine = engine;
        this.loop = loop;
        this.source = source;
        this.connection = connection;
        this.patienceNanos = patienceNanos;
        this.inLoop = loop.add(this);
    }

    void start() {
        source.opened(this);
        if (connection.closed()) {
            leave(EndReason.READER_GONE);
            return;
        }
        connection.listen(this::pump, () -> leave(EndReason.READER_GONE));
        pump();
    }

    /// Wakes the source whenever the kind changes, from now on. Thread-safe.
    public void follow(KindMirror kind) {
        loop.execute(() -> {
            if (isOpen() && !inLanes.containsKey(kind)) {
                MemberList.Member member = engine.fanOut(kind).lane(loop).add(this);
                if (inLanes.isEmpty()) {
                    inLanes = Map.of(kind, member); // most subscriptions follow one kind
                } else {
                    inLanes = new HashMap<>(inLanes);
                    inLanes.put(kind, member);
                }
                wake(); // the kind may have changed before it was followed
            }
        });
    }

    /// Ends [#follow]. Thread-safe.
    public void unfollow(KindMirror kind) {
        loop.execute(() -> {
            MemberList.@Nullable Member member = inLanes.get(kind);
            if (member != null) {
                engine.fanOut(kind).lane(loop).remove(member);
                inLanes = new HashMap<>(inLanes);
                inLanes.remove(kind);
            }
        });
    }

    /// Schedules a wake-up of the source. Thread-safe.
    public void wakeSoon() {
        loop.execute(this::wake);
    }

    /// Wakes the source after a change in something it depends on.
    void wake() {
        if (isOpen()) {
            source.woken();
            pump();
        }
    }

    /// Writes as much as the socket accepts. A failure ends only this subscription.
    private void pump() {
        try {
            boolean more = true;
            while (more && phase == Phase.READY && !connection.full()) {
                more = take(source.next(System.nanoTime()));
            }
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    /// Performs what is due by time.
    void sweep(long now) {
        if (isOpen() && connection.stalledNanos(now) > patienceNanos) {
            lose(EndReason.STALLED);
        } else if (phase == Phase.READY) {
            try {
                if (take(source.due(now, connection.full()))) {
                    pump();
                }
            } catch (RuntimeException e) {
                fail(e);
            }
        }
    }

    /// @return whether to ask for another step
    private boolean take(Step step) {
        switch (step) {
            case Frames frames -> {
                write(frames);
                return true;
            }
            case Step.Prepare _ -> prepare();
            case Step.Pause(long nanos) -> pause(nanos);
            case Step.Wait _ -> {}
            case Step.Finish finish -> {
                finish.last().ifPresent(this::write);
                endNow(EndReason.FINISHED);
            }
            case Step.Lose(EndReason why) -> lose(why);
        }
        return false;
    }

    private void write(Frames frames) {
        if (frames.bytes().isReadable()) {
            connection.write(frames.bytes());
        }
    }

    private void prepare() {
        phase = Phase.PREPARING;
        engine.work(() -> {
            @Nullable Throwable failure = null;
            try {
                source.prepare();
            } catch (Throwable e) { // including Errors: the reader would wait forever
                failure = e;
            }
            @Nullable Throwable result = failure;
            if (!loop.execute(() -> prepared(result))) {
                source.closed(EndReason.HUB_STOPPED);
            }
        });
    }

    private void prepared(@Nullable Throwable failure) {
        if (phase == Phase.CLOSING) {
            close(ended);
            return;
        }
        phase = Phase.READY;
        if (failure == null) {
            pump();
        } else {
            fail(failure);
        }
    }

    private void pause(long nanos) {
        if (!paused) {
            paused = true;
            loop.schedule(
                    () -> {
                        paused = false;
                        pump();
                    },
                    nanos);
        }
    }

    private void fail(Throwable why) {
        LOG.error("{}: encoding the next frames failed; this is a bug in the hub", source.subject(), why);
        lose(EndReason.FAILED);
    }

    private void lose(EndReason why) {
        boolean readable = phase == Phase.READY && !connection.full();
        byte[] farewell = readable ? farewell(why) : new byte[0];
        if (!leave(why)) {
            return;
        }
        loop.lost(source.subject(), why);
        if (farewell.length > 0) {
            connection.write(Unpooled.wrappedBuffer(farewell));
            connection.end();
        } else {
            connection.cut(); // it would not read a farewell either
        }
    }

    private byte[] farewell(EndReason why) {
        try {
            return source.farewell(why);
        } catch (RuntimeException e) {
            LOG.error("{}: encoding the farewell failed; this is a bug in the hub", source.subject(), e);
            return new byte[0];
        }
    }

    /// Ends the response normally.
    void endNow(EndReason why) {
        if (leave(why)) {
            connection.end();
        }
    }

    private boolean isOpen() {
        return phase == Phase.READY || phase == Phase.PREPARING;
    }

    private boolean leave(EndReason why) {
        if (!isOpen()) {
            return false;
        }
        loop.remove(inLoop);
        inLanes.forEach((kind, member) -> engine.fanOut(kind).lane(loop).remove(member));
        inLanes = Map.of();
        if (phase == Phase.PREPARING) {
            phase = Phase.CLOSING;
            ended = why;
        } else {
            close(why);
        }
        return true;
    }

    private void close(EndReason why) {
        phase = Phase.ENDED;
        engine.work(() -> source.closed(why));
    }
}
