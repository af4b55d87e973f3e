package io.livekube.hub.watch;

import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.livekube.protocol.Part;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Optional;

/// What a group of watchers is told that want the same of a kind, in the same form.
///
/// Each event is selected and encoded once, when the first of them asks for it, and kept for the others and
/// for whoever comes back, for as long as there is room in the [FrameBudget]. Who stands further back gets
/// its events encoded for itself, as long as the log has them.
///
/// For any number of threads.
final class SharedFrames {
    private static final int AT_ONCE = 128;
    private static final int SMALLEST = 16 << 10;
    private static final int LARGEST = 256 << 10;
    private static final byte[] NOT_TOLD = {};

    private final ChangeLog log;
    private final WatchFilter filter;
    private final FrameEncoder encoder;
    private final FrameBudget budget;
    private final ArrayDeque<Slab> slabs = new ArrayDeque<>();
    private byte[] bookmark = NOT_TOLD;
    private long bookmarked;

    SharedFrames(ChangeLog log, WatchFilter filter, FrameEncoder encoder, FrameBudget budget) {
        this.log = log;
        this.filter = filter;
        this.encoder = encoder;
        this.budget = budget;
    }

    WatchFilter filter() {
        return filter;
    }

    FrameEncoder encoder() {
        return encoder;
    }

    /// What there is from a position on, about so many bytes at most; empty if some of it is gone.
    Optional<Piece> from(long position, int most) {
        Optional<Piece> piece = find(position, most);
        budget.enforce();
        return piece;
    }

    private synchronized Optional<Piece> find(long position, int most) {
        if (!slabs.isEmpty() && position > slabs.getLast().end()) {
            reach(position);
        } else if (!slabs.isEmpty() && position < slabs.getFirst().first()) {
            return alone(position, most);
        }
        if (slabs.isEmpty() || position == slabs.getLast().end()) {
            Optional<ChangeLog.Stretch> news = log.read(position, AT_ONCE);
            if (news.isEmpty()) {
                return Optional.empty();
            }
            news.get().entries().forEach(entry -> append(position, entry));
        }
        for (Slab slab : slabs) {
            if (position < slab.end()) {
                return Optional.of(slab.from(position, most));
            }
        }
        return Optional.of(Piece.nothing(position));
    }

    /// Goes on to a position: whoever comes new stands at the end of the log, where the others get to in a
    /// moment. If that is far, or what is between is gone, it begins there.
    private void reach(long position) {
        long end = slabs.getLast().end();
        Optional<ChangeLog.Stretch> between =
                position - end > AT_ONCE ? Optional.empty() : log.read(end, (int) (position - end));
        if (between.isPresent() && between.get().next() == position) {
            between.get().entries().forEach(entry -> append(end, entry));
        } else {
            forget();
        }
    }

    private void append(long firstPosition, LogEntry entry) {
        byte[] frame = filter.apply(entry).map(encoder::event).orElse(NOT_TOLD);
        if (slabs.isEmpty() || !slabs.getLast().fits(frame.length)) {
            int grown = slabs.isEmpty()
                    ? SMALLEST
                    : Math.clamp(slabs.getLast().written() * 2L, SMALLEST, LARGEST); // most may not be told here
            var slab =
                    new Slab(slabs.isEmpty() ? firstPosition : slabs.getLast().end(), Math.max(frame.length, grown));
            slabs.addLast(slab);
            budget.taken(this, slab.cost());
        }
        slabs.getLast().add(frame);
    }

    /// For a watcher that stands where nothing is kept.
    private Optional<Piece> alone(long position, int most) {
        Optional<ChangeLog.Stretch> stretch = log.read(position, AT_ONCE);
        if (stretch.isEmpty()) {
            return Optional.empty();
        }
        var bytes = new ByteArrayOutputStream();
        long next = position;
        int events = 0;
        for (LogEntry entry : stretch.get().entries()) {
            if (bytes.size() >= most) {
                break;
            }
            Optional<WatchEvent> event = filter.apply(entry);
            event.ifPresent(told -> bytes.writeBytes(encoder.event(told)));
            events += event.isPresent() ? 1 : 0;
            next++;
        }
        return Optional.of(new Piece(Unpooled.wrappedBuffer(bytes.toByteArray()), next, events));
    }

    /// That everything up to a version has been told.
    synchronized byte[] bookmark(Part.Kind kind, long version) {
        if (bookmark.length == 0 || bookmarked != version) {
            bookmark = encoder.bookmark(kind, version, false);
            bookmarked = version;
        }
        return bookmark;
    }

    /// Lets go of the oldest that is kept.
    ///
    /// @return the bytes that are free then
    synchronized int dropOldest() {
        Slab oldest = slabs.poll();
        return oldest == null ? 0 : oldest.cost();
    }

    /// Lets go of everything: nobody is left to be told, or those who are stand elsewhere.
    synchronized void forget() {
        while (!slabs.isEmpty()) {
            budget.returned(this, dropOldest());
        }
    }
}
