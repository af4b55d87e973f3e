package io.livekube.hub.subscription;

import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/// Encoded frames of a group of subscribers that want the same selection of a kind in the same encoding.
///
/// Each log entry is encoded once, when a member has sent everything before it. The frame is kept for the other
/// members and for readers that reconnect, as long as there is room in the [FrameMemory]. For a member that is
/// further behind, frames are encoded separately, as far back as the log reaches.
///
/// Event loops read it with [#next]; one worker at a time fills it, one slice per request. A slice that can't be
/// encoded is left to [#encodeAlone], so that the failure ends the members that need it and no others.
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
    private final ArrayDeque<FrameSlab> slabs = new ArrayDeque<>();
    private long end = NOWHERE;
    /// Start of the last slice that could not be encoded.
    private long failedAt = NOWHERE;
    /// What is kept, for members, which take no lock.
    private volatile View view = View.NOTHING;

    private volatile boolean wanted;
    private byte[] bookmark = NONE;
    private long bookmarked;

    private record View(List<FrameSlab> slabs, long end, long failedAt) {
        private static final View NOTHING = new View(List.of(), NOWHERE, NOWHERE);

        /// Most members are near the end.
        private Step from(long position, int most) {
            for (int i = slabs.size() - 1; i >= 0 && position < slabs.get(i).end(); i--) {
                if (position >= slabs.get(i).first()) {
                    return slabs.get(i).from(position, most);
                }
            }
            return Step.PREPARE;
        }
    }

    /// @param request schedules [#fill], after which all members are woken
    FrameCache(ChangeLog log, EntryEncoder encoder, FrameMemory memory, Runnable request) {
        this.log = log;
        this.encoder = encoder;
        this.memory = memory;
        this.request = request;
    }

    public EntryEncoder encoder() {
        return encoder;
    }

    /// The next step of a member: write frames, wait for more, have frames encoded by [#encodeAlone], or end.
    ///
    /// @param most approximate maximum number of bytes
    public Step next(LogCursor cursor, int most) {
        long position = cursor.position();
        View now = view;
        if (position == now.failedAt()) {
            return Step.PREPARE;
        }
        if (position < now.end()) {
            return now.from(position, most);
        }
        if (position == now.end() && wanted) {
            return Step.WAIT; // with the member that set it: a change, or the request that it made, wakes both
        }
        wanted = true; // set before reading the log, so that any later change sees it
        ChangeLog.Ahead ahead = cursor.ahead();
        boolean lost = ahead == ChangeLog.Ahead.LOST;
        if (lost || !reach(position) || ahead == ChangeLog.Ahead.MORE) {
            request.run(); // also if only members that are behind this one, or lost like it, need it: they wait
        }
        return lost ? new Step.Lose(cursor.lossCause()) : Step.WAIT;
    }

    /// Whether a member waits for the next entries.
    boolean wanted() {
        return wanted;
    }

    /// Makes the frames start at the position of a new member, which is at the end of the log, if the others
    /// are far behind; otherwise they will reach it soon.
    ///
    /// @return whether the frames end there
    private synchronized boolean reach(long position) {
        if (end == NOWHERE || position - end > SLICE) {
            drop();
            end = position;
            publish();
        }
        return end == position;
    }

    /// Encodes the next entries if a member waits for them; a slice at a time, since members ask for more when
    /// they have sent these. Calls must not overlap.
    void fill() {
        if (!wanted) {
            return;
        }
        long from = end();
        Optional<ChangeLog.Slice> news = from == NOWHERE ? Optional.empty() : log.read(from, SLICE);
        if (news.isEmpty()) {
            drop(); // members determine the cause
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
        memory.enforce();
    }

    private synchronized void fail(long from) {
        drop();
        failedAt = from;
        publish();
    }

    private synchronized long end() {
        return end;
    }

    private synchronized void append(long from, List<byte[]> frames) {
        if (end == from) { // false if dropped in the meantime
            frames.forEach(this::append);
            publish();
        }
    }

    private void append(byte[] frame) {
        if (slabs.isEmpty() || !slabs.getLast().fits(frame.length)) {
            int grown = slabs.isEmpty()
                    ? SMALLEST
                    : Math.clamp(
                            slabs.getLast().written() * 2L, SMALLEST, LARGEST); // small if the group selects little
            var slab = new FrameSlab(end, Math.max(frame.length, grown));
            slabs.addLast(slab);
            memory.taken(this, slab.cost());
        }
        slabs.getLast().add(frame);
        end++;
    }

    /// Encodes the next entries for a single member whose position has no cached frames; called off the event
    /// loops.
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

    /// The bookmark for a version.
    public synchronized byte[] bookmark(long version) {
        if (bookmark.length == 0 || bookmarked != version) {
            bookmark = encoder.bookmark(version);
            bookmarked = version;
        }
        return bookmark;
    }

    /// Drops the oldest frames.
    ///
    /// @return number of bytes freed
    synchronized int dropOldest() {
        FrameSlab oldest = slabs.poll();
        publish();
        return oldest == null ? 0 : oldest.cost();
    }

    /// Drops all frames, because no member is left or the members are at another position.
    synchronized void drop() {
        end = NOWHERE;
        publish();
        while (!slabs.isEmpty()) {
            memory.returned(this, dropOldest());
        }
    }

    private void publish() {
        view = new View(List.copyOf(slabs), end, failedAt);
    }
}
