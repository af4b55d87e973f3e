package io.livekube.hub.subscription;

import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/// Encoded frames of one group of subscribers, which want the same of a kind in the same form.
///
/// Each entry of the log is encoded once, when a member has sent everything before it, and kept for the other
/// members and for readers that come back, as long as there is room in the [FrameMemory]. A member that is
/// further behind gets its frames encoded alone, as long as the log has them.
///
/// Event loops read it with [#next]; a worker fills it, one slice per request. A slice that can't be encoded is
/// left to [#encodeAlone], so that the failure ends the members that need it and no others. For any number of
/// threads.
public final class FrameCache {
    private static final int SLICE = 128;
    private static final int SMALLEST = 16 << 10;
    private static final int LARGEST = 256 << 10;
    private static final long NOWHERE = -1;
    private static final byte[] NONE = {};

    private final ChangeLog log;
    private final EntryEncoder encoder;
    private final FrameMemory memory;
    private final Runnable request;
    private final Object filling = new Object();
    private final ArrayDeque<FrameSlab> slabs = new ArrayDeque<>();
    private long end = NOWHERE;
    /// Where the last slice that could not be encoded begins.
    private long failedAt = NOWHERE;
    private volatile boolean wanted;
    private byte[] bookmark = NONE;
    private long bookmarked;

    /// @param request has [#fill] called soon, and then all members woken
    FrameCache(ChangeLog log, EntryEncoder encoder, FrameMemory memory, Runnable request) {
        this.log = log;
        this.encoder = encoder;
        this.memory = memory;
        this.request = request;
    }

    public EntryEncoder encoder() {
        return encoder;
    }

    /// What a member does next: write frames, wait for more, have frames made by [#encodeAlone], or end.
    ///
    /// @param most bytes, about
    public Step next(LogCursor cursor, int most) {
        long position = cursor.position();
        synchronized (this) {
            if (position == failedAt) {
                return Step.PREPARE;
            }
            if (position < end) {
                for (FrameSlab slab : slabs) {
                    if (position >= slab.first() && position < slab.end()) {
                        return slab.from(position, most);
                    }
                }
                return Step.PREPARE;
            }
        }
        wanted = true; // before looking at the log: a change that comes afterwards finds it set
        ChangeLog.Ahead ahead = cursor.ahead();
        if (ahead == ChangeLog.Ahead.LOST) {
            return new Step.Lose(cursor.lossCause());
        }
        reach(position);
        if (ahead == ChangeLog.Ahead.MORE) {
            request.run();
        }
        return Step.WAIT;
    }

    /// A new member is at the end of the log, where the others get to in a moment. If that is far, the frames
    /// begin there.
    private synchronized void reach(long position) {
        if (end == NOWHERE || position - end > SLICE) {
            drop();
            end = position;
        }
    }

    /// Encodes the next entries if a member waits for them; a slice at a time, since members ask for more when
    /// they have sent these.
    void fill() {
        if (!wanted) {
            return;
        }
        synchronized (filling) {
            long from = end();
            Optional<ChangeLog.Slice> news = from == NOWHERE ? Optional.empty() : log.read(from, SLICE);
            if (news.isEmpty()) {
                drop(); // its members find out why
                return;
            }
            if (news.get().entries().isEmpty()) {
                return;
            }
            wanted = false;
            try {
                append(from, news.get().entries().stream().map(encoder::frame).toList());
            } catch (Throwable e) {
                fail(from);
                throw e;
            }
        }
        memory.enforce();
    }

    private synchronized void fail(long from) {
        drop();
        failedAt = from;
    }

    private synchronized long end() {
        return end;
    }

    private synchronized void append(long from, List<byte[]> frames) {
        if (end == from) { // or it was dropped meanwhile
            frames.forEach(this::append);
        }
    }

    private void append(byte[] frame) {
        if (slabs.isEmpty() || !slabs.getLast().fits(frame.length)) {
            int grown = slabs.isEmpty()
                    ? SMALLEST
                    : Math.clamp(slabs.getLast().written() * 2L, SMALLEST, LARGEST); // the group may select little
            var slab = new FrameSlab(end, Math.max(frame.length, grown));
            slabs.addLast(slab);
            memory.taken(this, slab.cost());
        }
        slabs.getLast().add(frame);
        end++;
    }

    /// Encodes the next entries for one member that is where no frames are kept; off the event loops.
    public Step encodeAlone(LogCursor cursor, int most) {
        Optional<ChangeLog.Slice> stretch = cursor.read(SLICE);
        if (stretch.isEmpty()) {
            return new Step.Lose(cursor.lossCause());
        }
        var bytes = new ByteArrayOutputStream();
        long next = cursor.position();
        int events = 0;
        for (LogEntry entry : stretch.get().entries()) {
            if (bytes.size() >= most) {
                break;
            }
            byte[] frame = encoder.frame(entry);
            bytes.writeBytes(frame);
            events += frame.length > 0 ? 1 : 0;
            next++;
        }
        return new Frames(Unpooled.wrappedBuffer(bytes.toByteArray()), next, events);
    }

    /// The frame that says that everything up to a version was sent.
    public synchronized byte[] bookmark(long version) {
        if (bookmark.length == 0 || bookmarked != version) {
            bookmark = encoder.bookmark(version);
            bookmarked = version;
        }
        return bookmark;
    }

    /// Drops the oldest frames.
    ///
    /// @return the bytes that are free then
    synchronized int dropOldest() {
        FrameSlab oldest = slabs.poll();
        return oldest == null ? 0 : oldest.cost();
    }

    /// Drops all frames: no member is left, or those that are there are elsewhere.
    synchronized void drop() {
        end = NOWHERE;
        while (!slabs.isEmpty()) {
            memory.returned(this, dropOldest());
        }
    }
}
