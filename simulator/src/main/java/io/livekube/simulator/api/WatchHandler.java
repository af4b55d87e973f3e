package io.livekube.simulator.api;

import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.RevisionLog;
import io.livekube.simulator.store.StoreChange;
import io.livekube.simulator.store.StoredObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// WATCH: sends initial events, then a type's changes and bookmarks, until the timeout or the client ends it.
final class WatchHandler {
    private static final int BATCH = 256;
    private static final long MIN_DEFAULT_TIMEOUT_SECONDS = 1800;

    /// How long before its deadline a watch gets a last bookmark, so that its client can resume from it.
    private static final Duration LAST_BOOKMARK = Duration.ofSeconds(2);

    private final ObjectStore store;
    private final Catalog catalog;
    private final ResourceVersions versions;
    private final ReadHandler reads;
    private final Duration bookmarkInterval;

    WatchHandler(
            ObjectStore store,
            Catalog catalog,
            ResourceVersions versions,
            ReadHandler reads,
            Duration bookmarkInterval) {
        this.store = store;
        this.catalog = catalog;
        this.versions = versions;
        this.reads = reads;
        this.bookmarkInterval = bookmarkInterval;
    }

    void watch(
            ApiExchange exchange,
            RequestPath.Collection collection,
            ListOptions options,
            ObjectFilter filter,
            ObjectEncoder encoder)
            throws InterruptedException {
        WatchResponse stream = new WatchResponse(exchange, encoder, filter);
        Optional<Start> start = begin(exchange, collection, options, filter, stream);
        if (start.isPresent()) {
            follow(exchange, collection.type(), options, stream, start.get());
            exchange.end();
        }
    }

    /// The position from which a watch continues after its initial events.
    private record Start(long revision, long position) {}

    /// Sends the initial events, or an error, after which there is no position to continue from.
    ///
    /// The objects of the initial list are unreachable once this returns, because a watch may live long.
    private Optional<Start> begin(
            ApiExchange exchange,
            RequestPath.Collection collection,
            ListOptions options,
            ObjectFilter filter,
            WatchResponse stream)
            throws InterruptedException {
        long requested = options.revision(ResourceVersions::internal);
        boolean initial = options.sendInitialEvents().orElse(requested == 0);
        Optional<ReadHandler.Page> page = Optional.empty();
        if (initial) {
            try {
                versions.await(requested);
            } catch (ApiException tooLarge) {
                refuse(exchange, stream, tooLarge);
                return Optional.empty();
            }
            page = Optional.of(reads.list(collection, everything(), filter));
        }
        long from = page.map(p -> p.meta().revision()).orElse(requested == 0 ? store.revision() : requested);
        RevisionLog log = store.log(collection.type());
        long position = log.positionAfter(from);
        exchange.onClose(log::wakeReaders);
        if (from < store.compactedRevision()) {
            refuse(exchange, stream, tooOld(from));
            return Optional.empty();
        }
        exchange.begin(200, ObjectEncoder.JSON);
        for (StoredObject object : page.map(ReadHandler.Page::objects).orElse(List.of())) {
            stream.added(object);
        }
        if (initial && options.bookmarks()) {
            stream.bookmark(from, true);
        }
        stream.flush();
        return Optional.of(new Start(from, position));
    }

    /// Sends an error as an event of the stream, as watches do.
    private static void refuse(ApiExchange exchange, WatchResponse stream, ApiException error) {
        exchange.begin(200, ObjectEncoder.JSON);
        stream.error(error);
        stream.flush();
        exchange.end();
    }

    private void follow(ApiExchange exchange, ResourceType type, ListOptions options, WatchResponse stream, Start start)
            throws InterruptedException {
        RevisionLog log = store.log(type);
        long from = start.revision();
        long position = start.position();
        Deadlines deadlines = new Deadlines(timeout(options), options.bookmarks());
        long wakeCalls = log.wakeCalls();
        while (!exchange.closed() && catalog.serves(type)) {
            long now = System.nanoTime();
            boolean over = deadlines.over(now); // even then, pending events are sent
            // Read before the log: every change up to this revision is in the log by then.
            long revision = store.revision();
            switch (log.read(position, BATCH)) {
                case RevisionLog.Batch.Compacted() -> {
                    stream.error(tooOld(from));
                    stream.flush();
                    return;
                }
                case RevisionLog.Batch.Changes(List<StoreChange> changes, long next) -> {
                    for (StoreChange change : changes) {
                        if (change.revision() > from) {
                            stream.change(change);
                        }
                    }
                    position = next;
                    // A watch that never catches up gets bookmarks too, at the revision that it has reached.
                    long reached =
                            changes.isEmpty() ? revision : changes.getLast().revision();
                    if (reached >= from && deadlines.bookmarkDue(now)) {
                        stream.bookmark(reached, false);
                    }
                    stream.flush();
                    if (over) {
                        return;
                    }
                    if (changes.isEmpty()) {
                        log.await(position, wakeCalls, deadlines.untilNext(now));
                    }
                }
            }
            wakeCalls = log.wakeCalls();
        }
    }

    /// When the next bookmark of a watch is due, and when the watch ends.
    private final class Deadlines {
        private final long end;
        private final long lastBookmark;
        private final boolean bookmarks;
        private long nextBookmark;

        Deadlines(Duration timeout, boolean bookmarks) {
            long now = System.nanoTime();
            this.end = now + timeout.toNanos();
            this.lastBookmark = end - LAST_BOOKMARK.toNanos();
            this.bookmarks = bookmarks;
            plan(now);
        }

        boolean over(long now) {
            return now - end >= 0;
        }

        boolean bookmarkDue(long now) {
            if (!bookmarks || now - nextBookmark < 0) {
                return false;
            }
            plan(now);
            return true;
        }

        long untilNext(long now) {
            return Math.max(1, Math.min(end - now, bookmarks ? nextBookmark - now : Long.MAX_VALUE));
        }

        private void plan(long now) {
            long regular = now + bookmarkInterval.toNanos();
            nextBookmark = lastBookmark - now > 0 && lastBookmark - regular < 0 ? lastBookmark : regular;
        }
    }

    private static Duration timeout(ListOptions options) {
        long seconds = options.timeoutSeconds()
                .filter(given -> given > 0)
                .orElseGet(() -> MIN_DEFAULT_TIMEOUT_SECONDS
                        + ThreadLocalRandom.current().nextLong(MIN_DEFAULT_TIMEOUT_SECONDS));
        return Duration.ofSeconds(Math.min(seconds, Integer.MAX_VALUE));
    }

    private static ListOptions everything() {
        return new ListOptions(
                Optional.empty(),
                ListOptions.Match.UNSET,
                0,
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                Optional.empty());
    }

    private ApiException tooOld(long requested) {
        return ApiException.expired("too old resource version: " + requested + " (" + store.compactedRevision() + ")");
    }
}
