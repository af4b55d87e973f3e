package io.livekube.hub.watch;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All watches of the hub, within limits.
public final class WatchBoard {
    /// A watch that is about to end tells up to where it has told everything, as an API server does.
    private static final Duration LAST_BOOKMARK = Duration.ofSeconds(2);

    private final WatchConfig config;
    private final Vertx vertx;
    private final Map<KindMirror, Topic> topics = new WeakHashMap<>();
    private final Map<String, AtomicInteger> readers = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder lost = new LongAdder();

    public WatchBoard(WatchConfig config, Vertx vertx) {
        this.config = config;
        this.vertx = vertx;
    }

    public WatchConfig config() {
        return config;
    }

    /// Watches that are open.
    public int open() {
        return open.get();
    }

    /// Watches that were closed because their readers were too slow, or history began anew.
    public long lost() {
        return lost.sum();
    }

    /// Takes a place; why not, if there is none.
    public Optional<String> admit(String reader) {
        if (open.incrementAndGet() > config.watches()) {
            open.decrementAndGet();
            return Optional.of("%,d watches are open, and no more are allowed".formatted(config.watches()));
        }
        int own = readers.computeIfAbsent(reader, _ -> new AtomicInteger()).incrementAndGet();
        if (own > config.perReader()) {
            leave(reader);
            return Optional.of("%,d watches of yours are open, and no more are allowed".formatted(config.perReader()));
        }
        return Optional.empty();
    }

    /// Gives a place back that [#start] did not take.
    public void leave(String reader) {
        open.decrementAndGet();
        readers.computeIfPresent(reader, (_, count) -> count.decrementAndGet() <= 0 ? null : count);
    }

    /// What is to be told, from where, and to whom.
    ///
    /// @param reader who has the place
    /// @param position in the kind's log
    /// @param told the version that is known there
    /// @param expired the status for who misses something
    public record Start(
            Cluster cluster,
            KindMirror kind,
            String reader,
            WatchOptions options,
            FrameEncoder encoder,
            long position,
            long told,
            Supplier<byte[]> expired) {}

    /// Begins to tell, on the connection's event loop; the head is written.
    public void start(Start start, Context context, HttpServerResponse response) {
        Topic topic = topic(start.kind());
        var end = new End(start, topic, context);
        var stream = new WatchStream(
                start.kind().kind(),
                start.kind().log(),
                start.options(),
                start.encoder(),
                topic.frames(),
                response,
                start.position(),
                start.told(),
                end);
        end.stream = stream;
        topic.add(context, stream);
        response.closeHandler(gone -> stream.gone());
        response.exceptionHandler(broken -> stream.gone());
        end.timeout = vertx.setTimer(atLeast(start.options().timeout()), fired -> stream.end());
        end.bookmarks = start.options().bookmarks()
                ? vertx.setPeriodic(atLeast(config.bookmarks()), fired -> stream.bookmark())
                : -1;
        if (start.options().bookmarks()) {
            Duration last = start.options().timeout().minus(LAST_BOOKMARK);
            end.lastBookmark = vertx.setTimer(atLeast(last), fired -> stream.bookmark());
        }
        stream.pump();
    }

    private synchronized Topic topic(KindMirror kind) {
        return topics.computeIfAbsent(kind, of -> new Topic(of.log(), config.sharedBytes()));
    }

    private static long atLeast(Duration time) {
        return Math.max(1, time.toMillis());
    }

    /// What is to be given back when a watch ends.
    private final class End implements WatchStream.Ending {
        private final Start start;
        private final Topic topic;
        private final Context context;
        private @Nullable WatchStream stream;
        private long timeout = -1;
        private long bookmarks = -1;
        private long lastBookmark = -1;

        private End(Start start, Topic topic, Context context) {
            this.start = start;
            this.topic = topic;
            this.context = context;
        }

        @Override
        public byte[] expired() {
            return start.expired().get();
        }

        @Override
        public void ended(boolean wasLost) {
            vertx.cancelTimer(timeout);
            vertx.cancelTimer(bookmarks);
            vertx.cancelTimer(lastBookmark);
            if (stream != null) {
                topic.remove(context, stream);
            }
            if (wasLost) {
                lost.increment();
            }
            leave(start.reader());
            start.cluster().closed(start.kind().resource());
        }
    }
}
