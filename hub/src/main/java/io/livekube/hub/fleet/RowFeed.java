package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.LogCursor;
import io.livekube.protocol.Part;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Rows of one kind of one cluster, as sent on one stream.
///
/// ```
///   Unavailable ──▶ Listing ──▶ Following
///        ▲             ▲            │
///        └─────────────┴────────────┘
///   the kind is gone   the cursor is lost, or the table changes
/// ```
///
/// The cursor starts at the version of the listed state, so no change is missed in between.
///
/// Not thread-safe.
final class RowFeed {
    private static final int ROWS = 500;
    private static final int BYTES = 128 << 10;
    private static final int AT_ONCE = 2_000;

    /// Services of the stream that a feed belongs to.
    interface Host {
        /// Whether there is room to send more now; if not, another pass follows.
        boolean room();

        void send(String event, byte[] data);

        /// Starts scheduling a pass whenever the kind changes.
        void follow(KindMirror kind);

        void unfollow(KindMirror kind);

        Row row(RowRenderer renderer, KubeObject object, Instant now);

        /// The kind's columns.
        LiveTable table(RowQuery query);

        RowRenderer renderer(Cluster cluster, Resource resource, LiveTable table, boolean whole);

        /// The reader's address, for example "from 127.0.0.1".
        String reader();
    }

    private sealed interface State {
        /// There is nothing to show.
        ///
        /// @param sent last message to the reader about it; empty if there was none
        record Unavailable(String sent) implements State {}

        /// There are rows.
        sealed interface Shown extends State {
            Source source();
        }

        /// A complete state is being sent.
        ///
        /// @param version version of the state
        /// @param reset whether the reader should drop the rows it has, because this is the first part
        record Listing(Source source, long version, Iterator<KubeObject> rest, OptionalInt total, boolean reset)
                implements Shown {
            private Listing next() {
                return new Listing(source, version, rest, total, false);
            }
        }

        /// Changes are being sent.
        ///
        /// @param freshness last freshness sent to the reader; empty if none was sent
        record Following(Source source, String freshness) implements Shown {}
    }

    /// What is followed, and how far it has been read.
    private static final class Source {
        private final KindMirror kind;
        private final RowRenderer renderer;
        private final RowFilter filter;
        private int incarnation;
        private LogCursor cursor;
        private long version;

        private Source(KindMirror kind, RowRenderer renderer, RowFilter filter, int incarnation) {
            this.kind = kind;
            this.renderer = renderer;
            this.filter = filter;
            this.incarnation = incarnation;
            this.cursor = new LogCursor(kind.log(), 0);
        }

        private void moveTo(long position, long reached) {
            cursor = cursor.at(position);
            version = reached;
        }
    }

    private final RowQuery query;
    private final String id;
    private final Host host;
    private final Conflation<ObjectKey, Optional<KubeObject>> changes = new Conflation<>();
    private final Set<ObjectKey> shown = new HashSet<>();
    private State state = new State.Unavailable("");
    private Optional<StreamCursor.Mark> mark;
    private Optional<Cluster> cluster = Optional.empty();
    private Resource resource;

    /// @param mark the state that the reader already has
    RowFeed(RowQuery query, String id, Optional<StreamCursor.Mark> mark, Host host) {
        this.query = query;
        this.id = id;
        this.mark = query.problems() ? Optional.empty() : mark; // problems that arise with time are not in any log
        this.host = host;
        this.resource = query.kind().resource();
    }

    String cluster() {
        return id;
    }

    /// Key of the feed in a cursor.
    long key() {
        return StreamCursor.key(query.resource(), id);
    }

    /// The state that the reader has; empty if it must start over.
    Optional<StreamCursor.Mark> mark() {
        return mark;
    }

    /// Whether the feed waits for something that does not wake the stream, and so must be polled.
    boolean waits() {
        return state instanceof State.Unavailable;
    }

    long takeConflated() {
        return changes.takeConflated();
    }

    /// Sends what is available, as far as there is room.
    void pass(Optional<Cluster> present, Instant now) {
        if (!present.equals(cluster)) {
            leave();
            cluster = present;
            resource = present.map(query::in).orElse(resource);
            present.ifPresent(there -> there.opened(resource, host.reader()));
        }
        switch (Availability.of(cluster, id, resource)) {
            case Availability.Unavailable unavailable -> unavailable(unavailable);
            case Availability.Available(KindMirror kind) -> show(cluster.orElseThrow(), kind, now);
        }
    }

    private void unavailable(Availability.Unavailable unavailable) {
        drop();
        ObjectNode message = Json.object()
                .put("resource", query.resource())
                .put("cluster", id)
                .put("state", unavailable.state())
                .put("status", unavailable.status());
        if (unavailable.state().equals("syncing")) {
            message.putObject("progress").put("objects", unavailable.objects());
        }
        message.put("sentence", unavailable.sentence());
        var sent = new State.Unavailable(message.toString());
        if (!sent.equals(state) && host.room()) {
            state = sent;
            mark = Optional.empty();
            host.send("unavailable", Json.bytes(message));
        }
    }

    private void show(Cluster there, KindMirror kind, Instant now) {
        LiveTable table = host.table(query);
        boolean same = state instanceof State.Shown before
                && before.source().kind == kind
                && before.source().renderer.table().equals(table);
        if (!same) {
            drop();
            begin(there, kind, table);
        }
        if (state instanceof State.Shown current) {
            pull(there, current.source());
            write(there, now);
        }
    }

    /// Resumes where the reader is, if that is still in the log, otherwise sends the complete state.
    private void begin(Cluster there, KindMirror kind, LiveTable table) {
        RowFilter filter;
        try {
            filter = query.filter(there);
        } catch (InvalidSelectorException e) {
            unavailable(new Availability.Unavailable("unavailable", 400, 0, e.reason()));
            return;
        }
        host.follow(kind);
        Snapshot present = kind.store().snapshot();
        var source = new Source(
                kind, host.renderer(there, resource, table, query.whole()), filter, incarnation(there, present));
        Optional<StreamCursor.Mark> known = mark.filter(where -> where.incarnation() == source.incarnation);
        OptionalLong resumed =
                known.map(where -> kind.log().positionAfter(where.version())).orElse(OptionalLong.empty());
        if (resumed.isPresent()) {
            source.moveTo(resumed.getAsLong(), known.orElseThrow().version());
            state = new State.Following(source, "");
        } else {
            list(there, source, present);
        }
    }

    private void list(Cluster there, Source source, Snapshot present) {
        OptionalLong position = source.kind.log().positionAfter(present.resourceVersion());
        if (position.isEmpty()) {
            host.unfollow(source.kind);
            drop(); // the log briefly lags behind the state
            return;
        }
        mark = Optional.empty(); // the reader has no state until it has the complete one
        changes.clear();
        shown.clear();
        source.incarnation = incarnation(there, present);
        source.moveTo(position.getAsLong(), present.resourceVersion());
        state = new State.Listing(
                source,
                present.resourceVersion(),
                source.filter.of(present).iterator(),
                source.filter.count(present),
                true);
    }

    /// Reads changes from the log.
    private void pull(Cluster there, Source source) {
        boolean more = true;
        while (more) {
            Optional<ChangeLog.Slice> stretch = source.cursor.read(AT_ONCE);
            if (stretch.isEmpty()) {
                list(there, source, source.kind.store().snapshot());
                return;
            }
            stretch.get().entries().forEach(entry -> note(source.filter, entry));
            more = stretch.get().version().isEmpty();
            source.moveTo(stretch.get().next(), stretch.get().version().orElse(source.version));
        }
    }

    private void note(RowFilter filter, LogEntry entry) {
        KubeObject object = entry.object();
        boolean there = entry.type() != LogEntry.Type.DELETED && filter.selects(object);
        if (there) {
            changes.change(object.key(), Optional.of(object));
        } else if (filter.selects(entry.previous().orElse(object))) {
            changes.change(object.key(), Optional.empty());
        }
    }

    /// Sends again the rows of objects whose problems may have changed with time.
    void reconsider(KindMirror of, Collection<ObjectKey> keys) {
        if (state instanceof State.Shown current && current.source().kind == of) {
            Snapshot present = of.store().snapshot();
            keys.stream()
                    .flatMap(key -> present.get(key).stream())
                    .filter(current.source().filter::selects)
                    .forEach(object -> changes.change(object.key(), Optional.of(object)));
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not preempted, so long work must yield
    private void write(Cluster there, Instant now) {
        boolean more = true;
        while (more && state instanceof State.Shown current) {
            Freshness freshness = KindFreshness.of(there, current.source().kind, now);
            var message = new RowsMessage(query.resource(), id, freshness);
            more = switch (current) {
                case State.Listing listing -> host.room() && writePart(listing, message, now);
                case State.Following following -> writeChanges(following, message, now);
            };
            if (more) {
                Thread.yield();
            }
        }
    }

    private boolean writePart(State.Listing listing, RowsMessage message, Instant now) {
        message.at(listing.version());
        message.partOf(listing.total());
        while (listing.rest().hasNext() && !message.full(ROWS, BYTES)) {
            add(listing.source(), message, listing.rest().next(), now);
        }
        boolean last = !listing.rest().hasNext();
        if (last) {
            mark = Optional.of(new StreamCursor.Mark(listing.source().incarnation, listing.version()));
        }
        state = last ? new State.Following(listing.source(), message.freshness()) : listing.next();
        host.send("rows", message.bytes(listing.reset(), !last));
        return true;
    }

    /// @return whether there is more to send
    private boolean writeChanges(State.Following following, RowsMessage message, Instant now) {
        Source source = following.source();
        message.at(source.version);
        boolean news = !changes.isEmpty() || !message.freshness().equals(following.freshness());
        if (news && !host.room()) {
            return false;
        }
        if (!changes.isEmpty()) {
            fill(source, message, now);
        }
        if (!changes.more()) {
            mark = Optional.of(new StreamCursor.Mark(source.incarnation, message.version()));
        }
        if (!message.isEmpty() || !message.freshness().equals(following.freshness())) {
            state = new State.Following(source, message.freshness());
            host.send("rows", message.bytes(false, changes.more()));
        }
        return !changes.isEmpty();
    }

    private void fill(Source source, RowsMessage message, Instant now) {
        do {
            for (Map.Entry<ObjectKey, Optional<KubeObject>> change : changes.next(1, source.version)) {
                if (change.getValue().isEmpty()) {
                    shown.remove(change.getKey());
                    message.remove(change.getKey());
                } else {
                    add(source, message, change.getValue().get(), now);
                }
            }
        } while (changes.more() && !message.full(ROWS, BYTES));
        message.at(changes.target());
    }

    private void add(Source source, RowsMessage message, KubeObject object, Instant now) {
        Row row = host.row(source.renderer, object, now);
        if (source.filter.shows(row)) {
            if (query.problems()) {
                shown.add(object.key());
            }
            message.add(row);
        } else if (shown.remove(object.key())) {
            message.remove(object.key());
        }
    }

    private static int incarnation(Cluster cluster, Snapshot state) {
        return StreamCursor.incarnation(
                cluster.mirror().agent().map(Part.Hello::clusterUid).orElse(""), state.epoch());
    }

    private void drop() {
        if (state instanceof State.Shown before) {
            host.unfollow(before.source().kind);
            state = new State.Unavailable("");
            mark = Optional.empty();
            changes.clear();
            shown.clear();
        }
    }

    /// Stops following; called when the stream ends or its cluster is gone.
    void leave() {
        drop();
        cluster.ifPresent(there -> there.closed(resource));
        cluster = Optional.empty();
    }
}
