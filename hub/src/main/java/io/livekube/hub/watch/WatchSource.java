package io.livekube.hub.watch;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.EndReason;
import io.livekube.hub.subscription.FrameCache;
import io.livekube.hub.subscription.FrameSource;
import io.livekube.hub.subscription.Frames;
import io.livekube.hub.subscription.LogCursor;
import io.livekube.hub.subscription.Step;
import io.livekube.hub.subscription.Subscription;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Source of one watch: events of one kind, in the order of the change log.
///
/// While a cluster is disconnected, its watches stay open and silent: no bookmark confirms a state that may be
/// outdated.
final class WatchSource implements FrameSource {
    /// Maximum bytes handed to a socket at once.
    private static final int AT_ONCE = 128 << 10;

    private static final int SLICE_BYTES = 64 << 10;
    private static final int SLICE_ENTRIES = 128;

    /// A watch that is about to end sends a last bookmark, as API servers do.
    private static final long LAST_BOOKMARK_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long NEVER = Long.MAX_VALUE;

    private final Watched watched;
    private final FrameCache frames;
    private final WatchFormat format;
    private final long bookmarkNanos;
    private final long deadline;
    private long nextBookmark;
    private WatchState state;
    private @Nullable Step prepared;
    private boolean first = true;

    /// What is watched, and the callbacks of the watch.
    ///
    /// @param fresh whether the kind is up to date, as far as the hub knows
    /// @param expired Kubernetes `Status` for a reader that has missed events
    /// @param closed called once, whatever ends it; releases the slot
    record Watched(
            Cluster cluster,
            KindMirror kind,
            WatchTraffic traffic,
            BooleanSupplier fresh,
            Supplier<byte[]> expired,
            Consumer<EndReason> closed) {}

    /// @param bookmarks interval between bookmarks, if the client requests them
    WatchSource(
            Watched watched,
            WatchFormat format,
            FrameCache frames,
            WatchOptions options,
            WatchState state,
            Duration bookmarks,
            long now) {
        this.watched = watched;
        this.format = format;
        this.frames = frames;
        this.state = state;
        this.bookmarkNanos = bookmarks.toNanos();
        this.deadline = now + options.timeout().toNanos();
        boolean shortWatch = options.timeout().toNanos() <= LAST_BOOKMARK_NANOS;
        this.nextBookmark = !options.bookmarks() ? NEVER : shortWatch ? now : bookmarkAfter(now);
    }

    @Override
    public void opened(Subscription subscription) {
        watched.traffic().opened();
        subscription.follow(watched.kind());
    }

    @Override
    public void woken() {}

    @Override
    public Step next(long now) {
        Step made = prepared;
        if (made != null) {
            prepared = null;
            return sent(made);
        }
        return switch (state) {
            case WatchState.Initial _ -> Step.PREPARE;
            case WatchState.AwaitingVersion waiting -> await(waiting);
            case WatchState.CatchingUp behind -> catchUp(behind);
            case WatchState.Following(LogCursor cursor) -> follow(cursor);
        };
    }

    private Step await(WatchState.AwaitingVersion waiting) {
        LogCursor cursor = waiting.cursor();
        if (cursor.ahead() == ChangeLog.Ahead.LOST) {
            return new Step.Lose(cursor.lossCause());
        }
        return Long.compareUnsigned(cursor.log().version(), waiting.known()) < 0 ? Step.WAIT : Step.PREPARE;
    }

    private Step catchUp(WatchState.CatchingUp behind) {
        Optional<ChangeLog.Slice> stretch = behind.cursor().read(1);
        if (stretch.isEmpty()) {
            return new Step.Lose(behind.cursor().lossCause());
        }
        List<LogEntry> entries = stretch.get().entries();
        if (entries.isEmpty()) {
            return Step.WAIT;
        }
        boolean sameAsOthers = !first || !format.encoder().firstDiffers();
        if (sameAsOthers && Long.compareUnsigned(entries.getFirst().version(), behind.known()) > 0) {
            state = new WatchState.Following(behind.cursor());
            return follow(behind.cursor());
        }
        return Step.PREPARE;
    }

    private Step follow(LogCursor cursor) {
        Step step = frames.next(cursor, AT_ONCE);
        if (step instanceof Frames made) {
            state = new WatchState.Following(cursor.at(made.next()));
        }
        return sent(step);
    }

    private Step sent(Step step) {
        if (step instanceof Frames made) {
            watched.traffic().sent(made.events(), made.bytes().readableBytes());
        }
        return step;
    }

    @Override
    public void prepare() {
        prepared = switch (state) {
            case WatchState.Initial initial -> encodeInitial(initial);
            case WatchState.AwaitingVersion waiting -> resume(waiting);
            case WatchState.CatchingUp behind -> encodeKnown(behind);
            case WatchState.Following(LogCursor cursor) -> {
                Step step = frames.encodeAlone(cursor, AT_ONCE);
                if (step instanceof Frames made) {
                    state = new WatchState.Following(cursor.at(made.next()));
                }
                yield step;
            }
        };
    }

    private Step encodeInitial(WatchState.Initial initial) {
        var slice = new ByteArrayOutputStream();
        int events = 0;
        while (initial.rest().hasNext() && slice.size() < SLICE_BYTES) {
            slice.writeBytes(encode(initial.rest().next()));
            events++;
        }
        if (!initial.rest().hasNext()) {
            state = initial.then();
            if (initial.announceEnd()) {
                slice.writeBytes(
                        format.encoder().bookmark(format.kind(), initial.then().known(), true));
            }
        }
        return Frames.of(slice.toByteArray(), events);
    }

    private @Nullable Step resume(WatchState.AwaitingVersion waiting) {
        Optional<Resumption> from = waiting.resume().get();
        if (from.isEmpty()) {
            return new Step.Lose(EndReason.VERSION_PASSED);
        }
        state = at(from.get(), waiting.cursor().log(), Optional.empty(), false);
        return null;
    }

    /// The initial state of a watch.
    ///
    /// @param resume determines where to continue once the log has reached the reader's version; empty if it
    /// has
    static WatchState at(
            Resumption from, ChangeLog log, Optional<Supplier<Optional<Resumption>>> resume, boolean announceEnd) {
        var cursor = new LogCursor(log, from.position());
        WatchState.Begun then = resume.isPresent()
                ? new WatchState.AwaitingVersion(cursor, from.known(), resume.get())
                : new WatchState.CatchingUp(cursor, from.known());
        return from.initial().isPresent()
                ? new WatchState.Initial(from.initial().get(), announceEnd, then)
                : then;
    }

    /// Skips what the reader already has, and encodes the first event that is new to it, if that differs from
    /// what the other watches receive.
    private Step encodeKnown(WatchState.CatchingUp behind) {
        Optional<ChangeLog.Slice> stretch = behind.cursor().read(SLICE_ENTRIES);
        if (stretch.isEmpty()) {
            return new Step.Lose(behind.cursor().lossCause());
        }
        var slice = new ByteArrayOutputStream();
        int events = 0;
        long position = behind.cursor().position();
        for (LogEntry entry : stretch.get().entries()) {
            boolean unknown = Long.compareUnsigned(entry.version(), behind.known()) > 0;
            if (unknown && (!first || !format.encoder().firstDiffers())) {
                break;
            }
            position++;
            if (!unknown && Long.compareUnsigned(entry.by(), behind.known()) <= 0) {
                continue;
            }
            Optional<WatchEvent> event = format.filter().apply(entry);
            if (event.isPresent()) { // an event at a known version may have happened after the reader's state
                slice.writeBytes(encode(unknown ? event.get() : event.get().at(behind.known())));
                events++;
            }
        }
        state = new WatchState.CatchingUp(behind.cursor().at(position), behind.known());
        return Frames.of(slice.toByteArray(), events);
    }

    private byte[] encode(WatchEvent event) {
        boolean begins = first;
        first = false;
        return begins ? format.encoder().first(event) : format.encoder().event(event);
    }

    /// If the loop was delayed until both the last bookmark and the end are due, the bookmark is sent first.
    @Override
    public Step due(long now, boolean full) {
        boolean bookmarkDue = nextBookmark != NEVER && now - nextBookmark >= 0;
        boolean over = now - deadline >= 0;
        if (!bookmarkDue && !over) {
            return Step.WAIT;
        }
        if (bookmarkDue) {
            nextBookmark = bookmarkAfter(now);
        }
        Optional<Frames> bookmark = bookmarkDue && !full ? bookmark() : Optional.empty();
        bookmark.ifPresent(this::sent);
        return over
                ? new Step.Finish(bookmark)
                : bookmark.<Step>map(made -> made).orElse(Step.WAIT);
    }

    private long bookmarkAfter(long now) {
        long last = deadline - LAST_BOOKMARK_NANOS;
        boolean lastIsNext = now - last < 0 && now + bookmarkNanos - last > 0;
        return lastIsNext ? last : now + bookmarkNanos;
    }

    /// A bookmark for what was sent, provided that is everything there is.
    private Optional<Frames> bookmark() {
        if (state instanceof WatchState.Initial
                || prepared != null
                || !watched.fresh().getAsBoolean()) {
            return Optional.empty();
        }
        long known = state instanceof WatchState.Begun begun ? begun.known() : 0;
        if (state instanceof WatchState.AwaitingVersion) {
            return Optional.of(Frames.of(frames.bookmark(known), 0));
        }
        return state.cursor()
                .read(1)
                .filter(stretch ->
                        stretch.entries().isEmpty() && stretch.version().isPresent())
                .map(stretch -> {
                    long version = stretch.version().getAsLong();
                    long sent = Long.compareUnsigned(version, known) < 0 ? known : version;
                    return Frames.of(frames.bookmark(sent), 0);
                });
    }

    @Override
    public byte[] farewell(EndReason why) {
        return format.encoder().error(watched.expired().get());
    }

    @Override
    public String subject() {
        return "%s: watch of %s"
                .formatted(watched.cluster().id(), watched.kind().resource());
    }

    @Override
    public void closed(EndReason why) {
        watched.closed().accept(why);
    }
}
