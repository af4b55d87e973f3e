package io.livekube.core.informer;

import io.livekube.core.informer.ModelServer.Event;
import io.livekube.core.informer.ModelServer.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// One open watch on a [ModelServer]: what the server would send next.
final class ModelStream {
    private static final Duration BOOKMARK_EVERY = Duration.ofSeconds(60);

    /// Messages on the wire.
    sealed interface Frame {
        record Changed(Event event) implements Frame {}

        record Bookmark(long version, boolean initialEventsEnd) implements Frame {}

        record Gone() implements Frame {}
    }

    private final ModelServer server;
    private final String namespace;
    private final Deque<Item> initial = new ArrayDeque<>();
    private final Instant end;
    private long cursor;
    private boolean endMarkDue;
    /// Changes that are sent before the end mark, if there are any.
    private int changesBeforeMark;
    private boolean early;
    private Instant nextBookmark;

    private ModelStream(ModelServer server, String namespace, long cursor, Instant now, Duration timeout) {
        this.server = server;
        this.namespace = namespace;
        this.cursor = cursor;
        this.end = now.plus(timeout);
        this.nextBookmark = now.plus(BOOKMARK_EVERY);
    }

    static ModelStream from(ModelServer server, String namespace, long version, Instant now, Duration timeout) {
        return new ModelStream(server, namespace, version, now, timeout);
    }

    /// First the present objects, in no order.
    static ModelStream withInitialEvents(
            ModelServer server, String namespace, Random random, Instant now, Duration timeout) {
        var stream = new ModelStream(server, namespace, server.version(), now, timeout);
        List<Item> shuffled = new ArrayList<>(server.items(namespace));
        Collections.shuffle(shuffled, random);
        stream.initial.addAll(shuffled);
        stream.endMarkDue = true;
        stream.changesBeforeMark = Math.max(0, random.nextInt(8) - 3);
        stream.early = random.nextInt(4) == 0;
        return stream;
    }

    boolean over(Instant now) {
        return !now.isBefore(end);
    }

    /// When it may have something to say if nothing is written until then.
    Instant wakes() {
        return nextBookmark.isBefore(end) ? nextBookmark : end;
    }

    /// @param bookmarks whether this server sends any
    /// @param endMark whether it marks the end of the initial events
    Optional<Frame> next(Instant now, boolean bookmarks, boolean endMark) {
        if (early) {
            // An ordinary bookmark does not end the initial events.
            early = false;
            return Optional.of(new Frame.Bookmark(cursor, false));
        }
        Item item = initial.poll();
        if (item != null) {
            return Optional.of(new Frame.Changed(new Event(item.object().resourceVersion(), false, item)));
        }
        boolean marks =
                changesBeforeMark == 0 || server.after(namespace, cursor).isEmpty();
        if (endMarkDue && endMark && marks && cursor <= server.version()) {
            endMarkDue = false;
            return Optional.of(new Frame.Bookmark(cursor, true));
        }
        if (cursor <= server.version() && !server.remembers(cursor)) {
            return Optional.of(new Frame.Gone());
        }
        Optional<Event> event = server.after(namespace, cursor);
        if (event.isPresent()) {
            cursor = event.get().version();
            changesBeforeMark = Math.max(0, changesBeforeMark - 1);
            return Optional.of(new Frame.Changed(event.get()));
        }
        // A watch from a version that the server has not reached yet is silent, or reports the current version.
        if (bookmarks && cursor > server.version() && server.tellsThePast() && !now.isBefore(nextBookmark)) {
            nextBookmark = now.plus(BOOKMARK_EVERY);
            return Optional.of(new Frame.Bookmark(server.version(), false));
        }
        if (bookmarks && !endMarkDue && !now.isBefore(nextBookmark) && cursor <= server.version()) {
            nextBookmark = now.plus(BOOKMARK_EVERY);
            cursor = server.version();
            return Optional.of(new Frame.Bookmark(cursor, false));
        }
        if (!now.isBefore(nextBookmark)) {
            nextBookmark = now.plus(BOOKMARK_EVERY);
        }
        return Optional.empty();
    }
}
