package io.livekube.hub.watch;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.livekube.protocol.Part;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.Iterator;
import java.util.Optional;

/// One watcher: a position in a kind's log, and the connection that what follows it is written to.
///
/// Everything happens on the connection's event loop. It writes while the socket takes it, and goes on when
/// there is room again; meanwhile its position stands still. If that falls out of the log the watcher has
/// missed something, and hears so.
final class WatchStream {
    /// What is encoded before the socket is looked at again.
    private static final int AT_ONCE = 128;

    private static final int INITIAL_BYTES = 64 << 10;

    private final Part.Kind kind;
    private final ChangeLog log;
    private final WatchOptions options;
    private final FrameEncoder encoder;
    private final SharedFrames frames;
    private final HttpServerResponse response;
    private final Ending ending;
    private final long known;
    private long position;
    private long told;
    private boolean initialDone;
    private boolean begun;
    private boolean ended;

    /// How a stream that ends says so.
    interface Ending {
        /// The status of a watcher that missed something.
        byte[] expired();

        /// It has ended; called once.
        void ended(boolean lost);
    }

    /// @param position where it stands in the log once the initial objects are told
    /// @param told the version that it knows then, which may be ahead of the log: of what comes up to there
    /// it hears nothing
    WatchStream(
            Part.Kind kind,
            ChangeLog log,
            WatchOptions options,
            FrameEncoder encoder,
            SharedFrames frames,
            HttpServerResponse response,
            long position,
            long told,
            Ending ending) {
        this.kind = kind;
        this.log = log;
        this.options = options;
        this.encoder = encoder;
        this.frames = frames;
        this.response = response;
        this.position = position;
        this.known = told;
        this.told = told;
        this.ending = ending;
        this.initialDone = options.initial().isEmpty();
    }

    /// Writes what there is, as much as the socket takes.
    void pump() {
        if (ended) {
            return;
        }
        boolean more = true;
        while (more && !response.writeQueueFull()) {
            more = initialDone ? writeNews() : writeInitial();
        }
        if (!ended && response.writeQueueFull()) {
            response.drainHandler(room -> pump());
        }
    }

    private boolean writeInitial() {
        Iterator<KubeObject> objects = options.initial().orElseThrow();
        Buffer buffer = Buffer.buffer();
        while (objects.hasNext() && buffer.length() < INITIAL_BYTES) {
            KubeObject object = objects.next();
            var event = new WatchEvent(LogEntry.Type.ADDED, object, object.resourceVersion());
            buffer.appendBytes(begun ? encoder.event(event) : encoder.first(event));
            begun = true;
        }
        if (!objects.hasNext()) {
            initialDone = true;
            if (options.announceEnd()) {
                buffer.appendBytes(encoder.bookmark(kind, told, true));
            }
        }
        write(buffer);
        return true;
    }

    private boolean writeNews() {
        Optional<ChangeLog.Stretch> stretch = log.read(position, AT_ONCE);
        if (stretch.isEmpty()) {
            lost();
            return false;
        }
        Buffer buffer = Buffer.buffer();
        for (LogEntry entry : stretch.get().entries()) {
            if (Long.compareUnsigned(entry.version(), known) <= 0) {
                continue;
            }
            Optional<WatchEvent> event = options.filter().apply(entry);
            if (event.isPresent()) {
                buffer.appendBytes(begun ? frames.of(event.get(), encoder) : encoder.first(event.get()));
                begun = true;
            }
        }
        position = stretch.get().next();
        stretch.get().version().ifPresent(reached -> told = Long.compareUnsigned(reached, told) > 0 ? reached : told);
        write(buffer);
        return !stretch.get().entries().isEmpty();
    }

    private void write(Buffer buffer) {
        if (buffer.length() > 0) {
            var _ = response.write(buffer);
        }
    }

    /// Tells how far everything has been told, if the watcher wants to know and there is nothing else to
    /// tell.
    void bookmark() {
        if (!ended && initialDone && options.bookmarks() && !response.writeQueueFull() && !log.hasNews(position)) {
            write(Buffer.buffer(encoder.bookmark(kind, told, false)));
        }
    }

    /// Ends it in good order: its time is over.
    void end() {
        if (!ended) {
            ended = true;
            var _ = response.end();
            ending.ended(false);
        }
    }

    private void lost() {
        ended = true;
        var _ = response.end(Buffer.buffer(encoder.error(ending.expired())));
        ending.ended(true);
    }

    /// The connection is gone.
    void gone() {
        if (!ended) {
            ended = true;
            ending.ended(false);
        }
    }
}
