package io.livekube.hub.subscription;

import io.livekube.hub.history.ChangeLog;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fan-out of one kind's changes: the event loops with subscribers, and the frames shared by groups of
/// subscribers.
///
/// A change is encoded off the event loops, once per group, if a member of the group waits for it. Then every
/// loop is woken once and writes to all its subscribers. Thread-safe.
public final class KindFanOut {
    /// How often loops are woken, at least, while many groups are being encoded.
    private static final long WAKE_NANOS = Duration.ofMillis(2).toNanos();

    private static final Logger LOG = LoggerFactory.getLogger(KindFanOut.class);

    private final ChangeLog log;
    private final FrameMemory memory;
    private final Executor workers;
    private final Map<EntryEncoder, Group> groups = new ConcurrentHashMap<>();
    private final Map<SubscriptionLoop, FanOutLane> lanes = new ConcurrentHashMap<>();
    /// Requests to encode since the last time there were none.
    private final AtomicInteger requests = new AtomicInteger();

    private record Group(FrameCache frames, int members) {}

    KindFanOut(ChangeLog log, FrameMemory memory, Executor workers) {
        this.log = log;
        this.memory = memory;
        this.workers = workers;
        log.onChange(this::changed);
    }

    /// Joins the group of subscribers with an equal encoder.
    public FrameCache join(EntryEncoder encoder) {
        return groups.compute(
                        encoder,
                        (_, group) -> group == null
                                ? new Group(new FrameCache(log, encoder, memory, this::encodeSoon), 1)
                                : new Group(group.frames(), group.members() + 1))
                .frames();
    }

    /// Leaves the group; frames without members are dropped.
    public void leave(EntryEncoder encoder) {
        groups.computeIfPresent(encoder, (_, group) -> {
            if (group.members() > 1) {
                return new Group(group.frames(), group.members() - 1);
            }
            group.frames().drop();
            return null;
        });
    }

    FanOutLane lane(SubscriptionLoop loop) {
        return lanes.computeIfAbsent(loop, on -> new FanOutLane(on, this::occupiedLanes));
    }

    private int occupiedLanes() {
        return (int) lanes.values().stream().filter(FanOutLane::occupied).count();
    }

    /// On the log's writer: must return at once. While no group waits for more frames, loops write what there is.
    private void changed() {
        for (Group group : groups.values()) {
            if (group.frames().wanted()) {
                encodeSoon();
                return;
            }
        }
        wake();
    }

    /// One run at a time: a busy kind leaves the other workers to other kinds.
    private void encodeSoon() {
        if (requests.getAndIncrement() == 0) {
            workers.execute(this::encode);
        }
    }

    private void encode() {
        int served = requests.get();
        long began = System.nanoTime();
        for (Group group : groups.values()) {
            try {
                group.frames().fill();
            } catch (Throwable e) { // ends only the members of this group
                LOG.error("encoding changes for a group of subscribers failed; this is a bug in the hub", e);
            }
            if (System.nanoTime() - began > WAKE_NANOS) {
                wake();
                began = System.nanoTime();
            }
        }
        wake();
        if (requests.addAndGet(-served) > 0) {
            workers.execute(this::encode); // behind other kinds
        }
    }

    private void wake() {
        lanes.values().forEach(FanOutLane::wake);
    }
}
