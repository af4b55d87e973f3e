package io.livekube.hub.watch;

import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.livekube.protocol.Part;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One watcher: a position in a kind's log, and the connection that what follows it is written to.
///
/// Everything happens on the connection's event loop. It writes while the socket takes it, and goes on when
/// there is room again; meanwhile its position stands still. If that falls out of the log, or if the reader
/// takes nothing for too long, the watch is lost: the reader hears of it if it can still be told, and is
/// cut off in any case. It never misses something in between.
///
/// While a cluster is out of contact its watches stay open and silent: no bookmark tells that a state is
/// the present one of which nobody knows. When a kind is not synced any more its watches end as lost.
final class WatchStream {
    private static final Logger LOG = LoggerFactory.getLogger(WatchStream.class);

    static final int IN_LANE = 0;
    static final int IN_LOOP = 1;

    /// What is handed to a socket at once.
    private static final int AT_ONCE = 128 << 10;

    private static final int INITIAL_BYTES = 64 << 10;

    /// A watch that is about to end tells up to where it has told everything, as an API server does.
    private static final long LAST_BOOKMARK_NANOS = Duration.ofSeconds(2).toNanos();

    private final Topic topic;
    private final Loop loop;
    private final SharedFrames frames;
    private final Wire wire;
    private final Supplier<byte[]> expired;
    private final Runnable cut;
    private final Runnable ended;
    private final long bookmarkNanos;
    private final long patienceNanos;
    private final long deadline;
    private boolean announceEnd;
    private @Nullable Iterator<WatchEvent> initial;
    private @Nullable Ahead ahead;
    private long known;
    private long position;
    private long nextBookmark;
    private long fullSince;
    private int placeInLane = -1;
    private int placeInLoop = -1;
    private boolean level;
    private boolean begun;
    private boolean full;
    private boolean over;

    /// @param known what the reader knows once the initial events are told; it may be ahead of the log
    /// @param onceReached asked where to go on once the log has come there; empty for from the position
    /// @param bookmarks how often there is one
    /// @param patience how long a reader may take nothing
    /// @param cut ends the response at once, for who does not read
    /// @param ended to be called once, whatever ends it
    record Setting(
            Topic topic,
            Loop loop,
            WatchOptions options,
            FrameEncoder encoder,
            long position,
            long known,
            Optional<Supplier<Optional<Resumption>>> onceReached,
            Duration bookmarks,
            Duration patience,
            Supplier<byte[]> expired,
            Runnable cut,
            Runnable ended) {}

    WatchStream(Setting setting, Wire wire) {
        WatchOptions options = setting.options();
        long now = System.nanoTime();
        this.topic = setting.topic();
        this.loop = setting.loop();
        this.frames = topic.join(options.filter(), wire.framed(setting.encoder()));
        this.wire = wire;
        this.expired = setting.expired();
        this.cut = setting.cut();
        this.ended = setting.ended();
        this.bookmarkNanos = options.bookmarks() ? setting.bookmarks().toNanos() : Long.MAX_VALUE;
        this.patienceNanos = setting.patience().toNanos();
        this.deadline = now + options.timeout().toNanos();
        boolean shortWatch = options.timeout().toNanos() <= LAST_BOOKMARK_NANOS;
        this.nextBookmark = !options.bookmarks() ? Long.MAX_VALUE : shortWatch ? now : bookmarkAfter(now);
        this.position = setting.position();
        this.known = setting.known();
        this.ahead = setting.onceReached().map(Ahead::new).orElse(null);
        this.initial = options.initial().orElse(null);
        this.announceEnd = options.announceEnd();
    }

    /// Begins to tell.
    void start() {
        if (wire.closed()) {
            gone();
            return;
        }
        topic.traffic().opened();
        topic.lane(loop).add(this);
        loop.add(this);
        wire.listen(this::pump, this::gone);
        pump();
    }

    int place(int list) {
        return list == IN_LANE ? placeInLane : placeInLoop;
    }

    void place(int list, int place) {
        if (list == IN_LANE) {
            placeInLane = place;
        } else {
            placeInLoop = place;
        }
    }

    /// Writes what there is, as much as the socket takes. What can't be told ends this watch and no other.
    void pump() {
        try {
            goOn();
        } catch (RuntimeException e) {
            LOG.error("{}: {} can't be told; this is a defect", topic.cluster().id(), kind().resource(), e);
            lost(Loss.FAILED);
        }
    }

    private void goOn() {
        boolean more = true;
        while (more && !over && !wire.full()) {
            full = false;
            if (initial != null) {
                writeInitial(initial);
            } else if (ahead != null) {
                more = awaitKnown(ahead);
            } else {
                more = level ? writeNews() : findLevel();
            }
        }
        if (!over && !full && wire.full()) {
            full = true;
            fullSince = System.nanoTime();
        }
    }

    private void writeInitial(Iterator<WatchEvent> told) {
        ByteBuf buffer = Unpooled.buffer();
        int events = 0;
        while (told.hasNext() && buffer.readableBytes() < INITIAL_BYTES) {
            WatchEvent event = told.next();
            buffer.writeBytes(
                    begun ? frames.encoder().event(event) : frames.encoder().first(event));
            begun = true;
            events++;
        }
        if (!told.hasNext()) {
            initial = null;
            if (announceEnd) {
                announceEnd = false;
                buffer.writeBytes(frames.encoder().bookmark(kind(), known, true));
            }
        }
        write(buffer, events);
    }

    private boolean awaitKnown(Ahead of) {
        if (log().read(position, 1).isEmpty()) {
            lost();
        } else {
            of.look(topic, known, loop, from -> from.ifPresentOrElse(this::goOnFrom, () -> lost(Loss.PASSED)));
        }
        return false;
    }

    private void goOnFrom(Resumption from) {
        ahead = null;
        position = from.position();
        known = from.known();
        initial = over ? null : from.initial().orElse(null);
        pump();
    }

    /// Goes on alone to where it can be told the same as all others: behind what it knows already, and
    /// behind a first event that says more than the others do.
    private boolean findLevel() {
        Optional<ChangeLog.Stretch> stretch = log().read(position, 1);
        if (stretch.isEmpty()) {
            lost();
            return false;
        }
        if (stretch.get().entries().isEmpty()) {
            return false;
        }
        LogEntry entry = stretch.get().entries().getFirst();
        if (Long.compareUnsigned(entry.version(), known) > 0) {
            if (begun || !frames.encoder().firstSaysMore()) {
                level = true;
                return true;
            }
            frames.filter().apply(entry).ifPresent(this::writeAlone);
        } else if (Long.compareUnsigned(entry.by(), known) > 0) { // it may have happened after what is known
            frames.filter()
                    .apply(entry)
                    .ifPresent(event -> writeAlone(new WatchEvent(event.type(), event.object(), known)));
        }
        position = stretch.get().next();
        return true;
    }

    private void writeAlone(WatchEvent event) {
        byte[] frame = begun ? frames.encoder().event(event) : frames.encoder().first(event);
        begun = true;
        write(Unpooled.wrappedBuffer(frame), 1);
    }

    private boolean writeNews() {
        Optional<Piece> piece = frames.from(position, AT_ONCE);
        if (piece.isEmpty()) {
            lost();
            return false;
        }
        boolean more = piece.get().next() > position;
        position = piece.get().next();
        if (piece.get().bytes().isReadable()) {
            write(piece.get().bytes(), piece.get().events());
        }
        return more;
    }

    private void write(ByteBuf bytes, int events) {
        if (bytes.isReadable()) {
            topic.traffic().sent(events, bytes.readableBytes());
            wire.write(bytes);
        }
    }

    /// Does whatever is due. If the loop was delayed until both the last bookmark and the end are due, the bookmark
    /// is sent first.
    void sweep(long now) {
        boolean bookmarkDue = nextBookmark != Long.MAX_VALUE && now - nextBookmark >= 0;
        if (now - deadline >= 0) {
            try {
                if (bookmarkDue) {
                    bookmark();
                }
            } finally {
                end();
            }
        } else if (full && wire.full() && now - fullSince > patienceNanos) {
            lost(Loss.STALLED);
        } else if (bookmarkDue) {
            nextBookmark = bookmarkAfter(now);
            bookmark();
        }
    }

    private long bookmarkAfter(long now) {
        long last = deadline - LAST_BOOKMARK_NANOS;
        boolean lastIsNext = now - last < 0 && now + bookmarkNanos - last > 0;
        return lastIsNext ? last : now + bookmarkNanos;
    }

    /// Tells how far everything has been told, if that is everything there is.
    private void bookmark() {
        if (initial != null || wire.full() || !loop.fresh(topic)) {
            return;
        }
        if (ahead != null) {
            write(Unpooled.wrappedBuffer(frames.bookmark(kind(), known)), 0);
            return;
        }
        log().read(position, 1)
                .filter(stretch -> stretch.entries().isEmpty())
                .ifPresent(stretch -> stretch.version().ifPresent(version -> {
                    long told = Long.compareUnsigned(version, known) < 0 ? known : version;
                    write(Unpooled.wrappedBuffer(frames.bookmark(kind(), told)), 0);
                }));
    }

    /// Ends it in good order: its time is over.
    private void end() {
        if (leave()) {
            wire.end();
        }
    }

    private void lost() {
        lost(log().whyLost(position)
                .map(why -> switch (why) {
                    case CLOSED -> Loss.GONE;
                    case ANEW -> Loss.ANEW;
                })
                .orElse(Loss.TOO_SLOW));
    }

    private void lost(Loss why) {
        if (!leave()) {
            return;
        }
        loop.lost(topic, why);
        topic.lost(why);
        if (wire.full()) {
            cut.run(); // it would not read that either
        } else {
            wire.write(Unpooled.wrappedBuffer(frames.encoder().error(expired.get())));
            wire.end();
        }
    }

    /// The connection is gone.
    private void gone() {
        leave();
    }

    private boolean leave() {
        if (over) {
            return false;
        }
        over = true;
        initial = null;
        boolean opened = placeInLoop >= 0;
        topic.lane(loop).remove(this);
        loop.remove(this);
        topic.leave(frames);
        try {
            ended.run();
        } finally {
            // After the slot is free, so that a client that sees the gauge drop can open a watch.
            if (opened) {
                topic.traffic().closed();
            }
        }
        return true;
    }

    private ChangeLog log() {
        return topic.kind().log();
    }

    private Part.Kind kind() {
        return topic.kind().kind();
    }
}
