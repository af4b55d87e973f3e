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
import io.livekube.protocol.Part;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One kind of one cluster, told to one reader.
///
/// ```
///   unavailable ──▶ whole state, in parts ──▶ changes since
///        ▲                    ▲                    │
///        └────────────────────┴────────────────────┘
///          the kind is gone     the log is lost, or the table looks otherwise
/// ```
///
/// The position in the kind's log is that of the state it began with, so nothing is left out between them.
///
/// For one thread at a time.
final class Feed {
    private static final int ROWS = 500;
    private static final int BYTES = 128 << 10;
    private static final int AT_ONCE = 2_000;

    /// What a feed needs of the stream that it is part of.
    interface Surroundings {
        boolean room();

        /// Tells something.
        void tell(String event, byte[] data);

        /// Has the stream woken when the kind changes, from now on.
        void follow(KindMirror kind);

        void unfollow(KindMirror kind);

        Row row(RowForm form, KubeObject object, Instant now);

        /// How the kind's rows look.
        LiveTable table(RowQuery query);

        RowForm form(Cluster cluster, Resource resource, LiveTable table, boolean whole);

        /// Who reads, as "from 127.0.0.1".
        String reader();
    }

    private final RowQuery query;
    private final String id;
    private final Surroundings around;
    private final Conflation<ObjectKey, Optional<KubeObject>> changes = new Conflation<>();
    private final Set<ObjectKey> shown = new HashSet<>();
    private Optional<StreamCursor.Mark> mark;
    private Optional<Cluster> cluster = Optional.empty();
    private Resource resource;
    private @Nullable KindMirror kind;
    private @Nullable RowForm form;
    private @Nullable RowFilter filter;
    private @Nullable Iterator<KubeObject> initial;
    private OptionalInt total = OptionalInt.empty();
    private boolean reset;
    private int incarnation;
    private long position;
    private long version;
    private String told = "";

    /// @param mark what the reader knows already
    Feed(RowQuery query, String id, Optional<StreamCursor.Mark> mark, Surroundings around) {
        this.query = query;
        this.id = id;
        this.mark = query.problems() ? Optional.empty() : mark; // what became wrong by itself is in no log
        this.around = around;
        this.resource = query.kind().resource();
    }

    String cluster() {
        return id;
    }

    RowQuery query() {
        return query;
    }

    /// The key of it in a cursor.
    long key() {
        return StreamCursor.key(query.resource(), id);
    }

    /// Up to where the reader has been told; empty if it must begin anew.
    Optional<StreamCursor.Mark> mark() {
        return mark;
    }

    /// Whether it waits for something that nobody tells it.
    boolean waits() {
        return kind == null;
    }

    long takeConflated() {
        return changes.takeConflated();
    }

    /// Tells what there is, as much as there is room for.
    void pass(Optional<Cluster> present, Instant now) {
        if (!present.equals(cluster)) {
            leave();
            cluster = present;
            resource = present.map(query::in).orElse(resource);
            present.ifPresent(there -> there.opened(resource, around.reader()));
        }
        switch (Availability.of(cluster, id, resource)) {
            case Availability.Nothing nothing -> unavailable(nothing);
            case Availability.Known(KindMirror known) -> show(cluster.orElseThrow(), known, now);
        }
    }

    private void unavailable(Availability.Nothing nothing) {
        drop();
        ObjectNode said = Json.object()
                .put("resource", query.resource())
                .put("cluster", id)
                .put("state", nothing.state())
                .put("status", nothing.status());
        if (nothing.state().equals("syncing")) {
            said.putObject("progress").put("objects", nothing.objects());
        }
        said.put("sentence", nothing.sentence());
        String text = said.toString();
        if (!text.equals(told) && around.room()) {
            told = text;
            mark = Optional.empty();
            around.tell("unavailable", Json.bytes(said));
        }
    }

    private void show(Cluster there, KindMirror known, Instant now) {
        LiveTable table = around.table(query);
        if (known != kind || form == null || !form.table().equals(table)) {
            drop();
            if (!begin(there, known, around.form(there, resource, table, query.whole()))) {
                return;
            }
        }
        pull(there);
        if (kind != null) {
            write(there, now);
        }
    }

    /// Begins where the reader is, if that is still in the log, else with all there is.
    private boolean begin(Cluster there, KindMirror known, RowForm wanted) {
        try {
            filter = query.filter(there);
        } catch (InvalidSelectorException e) {
            unavailable(new Availability.Nothing("unavailable", 400, 0, e.reason()));
            return false;
        }
        around.follow(known);
        kind = known;
        form = wanted;
        Snapshot state = known.store().snapshot();
        incarnation = incarnation(there, state);
        Optional<StreamCursor.Mark> from = mark.filter(where -> told.isEmpty() && where.incarnation() == incarnation);
        OptionalLong resumed =
                from.map(where -> known.log().positionAfter(where.version())).orElse(OptionalLong.empty());
        if (resumed.isPresent()) {
            position = resumed.getAsLong();
            version = from.orElseThrow().version();
            return true;
        }
        return beginAnew(there, known, state);
    }

    private boolean beginAnew(Cluster there, KindMirror known, Snapshot state) {
        RowFilter wanted = filter;
        if (wanted == null) {
            return false;
        }
        OptionalLong behind = known.log().positionAfter(state.resourceVersion());
        if (behind.isEmpty()) {
            drop(); // the log is a moment behind the state
            return false;
        }
        mark = Optional.empty(); // until it is told whole the reader knows nothing
        incarnation = incarnation(there, state);
        position = behind.getAsLong();
        version = state.resourceVersion();
        changes.clear();
        shown.clear();
        reset = true;
        initial = wanted.of(state).iterator();
        total = wanted.count(state);
        return true;
    }

    /// Takes what has happened out of the log.
    private void pull(Cluster there) {
        while (kind != null) {
            Optional<ChangeLog.Stretch> stretch = kind.log().read(position, AT_ONCE);
            if (stretch.isEmpty()) {
                beginAnew(there, kind, kind.store().snapshot());
                return;
            }
            stretch.get().entries().forEach(this::note);
            position = stretch.get().next();
            if (stretch.get().version().isPresent()) {
                version = stretch.get().version().getAsLong();
                return;
            }
        }
    }

    private void note(LogEntry entry) {
        RowFilter wanted = filter;
        if (wanted == null) {
            return;
        }
        KubeObject object = entry.object();
        boolean there = entry.type() != LogEntry.Type.DELETED && wanted.selects(object);
        if (there) {
            changes.change(object.key(), Optional.of(object));
        } else if (wanted.selects(entry.previous().orElse(object))) {
            changes.change(object.key(), Optional.empty());
        }
    }

    /// Looks again at objects of which something may be wrong by now.
    void reconsider(KindMirror of, Collection<ObjectKey> keys) {
        KindMirror known = kind;
        RowFilter wanted = filter;
        if (known == of && known != null && wanted != null) {
            Snapshot state = known.store().snapshot();
            keys.stream()
                    .flatMap(key -> state.get(key).stream())
                    .filter(wanted::selects)
                    .forEach(object -> changes.change(object.key(), Optional.of(object)));
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not interrupted for others: long work must make room
    private void write(Cluster there, Instant now) {
        KindMirror known = kind;
        if (known == null) {
            return;
        }
        Freshness freshness = KindFreshness.of(there, known, now);
        String state = freshness.state().toString();
        while ((initial != null || !changes.isEmpty()) && around.room()) {
            var message = new RowsMessage(query.resource(), id, freshness);
            if (initial != null) {
                writeInitial(message, initial, now);
            } else {
                writeChanges(message, now);
            }
            boolean more = initial != null || changes.more();
            if (!more) {
                mark = Optional.of(new StreamCursor.Mark(incarnation, message.version()));
            }
            if (reset || !message.isEmpty() || !state.equals(told)) {
                around.tell("rows", message.bytes(reset, more));
                told = state;
                reset = false;
            }
            Thread.yield(); // making rows takes a while, and others want the processor, too
        }
        if (!state.equals(told) && around.room()) {
            told = state;
            var message = new RowsMessage(query.resource(), id, freshness);
            message.at(version);
            around.tell("rows", message.bytes(reset, false));
        }
        if (initial == null && changes.isEmpty()) {
            mark = Optional.of(new StreamCursor.Mark(incarnation, version));
        }
    }

    private void writeInitial(RowsMessage message, Iterator<KubeObject> objects, Instant now) {
        message.at(version);
        message.partOf(total);
        while (objects.hasNext() && !message.full(ROWS, BYTES)) {
            add(message, objects.next(), now);
        }
        if (!objects.hasNext()) {
            initial = null;
        }
    }

    private void writeChanges(RowsMessage message, Instant now) {
        do {
            List<Map.Entry<ObjectKey, Optional<KubeObject>>> next = changes.next(1, version);
            for (Map.Entry<ObjectKey, Optional<KubeObject>> change : next) {
                if (change.getValue().isEmpty()) {
                    shown.remove(change.getKey());
                    message.remove(change.getKey());
                } else {
                    add(message, change.getValue().get(), now);
                }
            }
        } while (changes.more() && !message.full(ROWS, BYTES));
        message.at(changes.target());
    }

    private void add(RowsMessage message, KubeObject object, Instant now) {
        RowForm look = form;
        RowFilter wanted = filter;
        if (look == null || wanted == null) {
            return;
        }
        Row row = around.row(look, object, now);
        if (wanted.shows(row)) {
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
        if (kind != null) {
            around.unfollow(kind);
        }
        kind = null;
        form = null;
        initial = null;
        reset = false;
        changes.clear();
        shown.clear();
    }

    /// Nobody wants it any more.
    void leave() {
        drop();
        cluster.ifPresent(there -> there.closed(resource));
        cluster = Optional.empty();
    }
}
