package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.EndReason;
import io.livekube.hub.subscription.FrameSource;
import io.livekube.hub.subscription.Frames;
import io.livekube.hub.subscription.Step;
import io.livekube.hub.subscription.Subscription;
import io.livekube.protocol.Part;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Source of one dashboard stream: conflated rows of many kinds and clusters, and cluster summaries, as
/// server-sent events.
///
/// A change schedules a pass over all feeds, off the event loop, at most one per [#PACE]. A pass
/// makes a slice of events; if there is more, another follows as soon as the connection takes it.
final class RowStream implements FrameSource, RowFeed.Host {
    private static final byte[] HEARTBEAT = ": heartbeat\n\n".getBytes(StandardCharsets.US_ASCII);

    /// Least time between two passes.
    private static final Duration PACE = Duration.ofMillis(50);

    /// Interval of heartbeats on a stream without events.
    private static final Duration QUIET = Duration.ofSeconds(15);

    private static final Duration EACH_CLUSTER = Duration.ofSeconds(15);
    private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(1);
    private static final int SLICE_BYTES = 128 << 10;

    /// A stream that waits for something that does not wake it runs a pass with each sweep, others with every
    /// fourth.
    private static final int SWEEPS = 4;

    /// With more feeds than this, a cursor is long, so it is sent once per pass rather than with each event.
    private static final int FEW = 40;

    /// A kind of a cluster.
    private record FeedKey(String resource, String cluster) {}

    /// Rows to be checked again.
    private record Reconsidered(KindMirror kind, Collection<ObjectKey> keys) {}

    /// Last summary sent for a cluster.
    private record Sent(String news, Instant at) {}

    private final StreamQuery query;
    private final String reader;
    private final RowStreams.Shared shared;
    private final RowStreams.Ended ended;
    private final Map<FeedKey, RowFeed> feeds = new LinkedHashMap<>();
    private final Map<String, Sent> clusters = new HashMap<>();
    private final Map<RowQuery, LiveTable> tables = new HashMap<>();
    private final Map<RowQuery, LiveTable> columns = new HashMap<>();
    private final ByteArrayOutputStream outbox = new ByteArrayOutputStream();
    private final Queue<Reconsidered> reconsidered = new ConcurrentLinkedQueue<>();
    private final Set<KindMirror> followed = ConcurrentHashMap.newKeySet();
    private volatile boolean woken = true;
    private volatile Optional<Subscription> subscription = Optional.empty();
    private Instant lastRefresh = Instant.MIN;
    private Instant wrote = Instant.MIN;
    private long earliest = System.nanoTime();
    private long sweeps;
    private long messages;
    private boolean waits;
    private boolean cutShort;
    private boolean unmarked;
    private boolean silent = true;

    /// @param reader for example "from 127.0.0.1"
    RowStream(StreamQuery query, String reader, RowStreams.Shared shared, RowStreams.Ended ended) {
        this.query = query;
        this.reader = reader;
        this.shared = shared;
        this.ended = ended;
    }

    @Override
    public void opened(Subscription by) {
        subscription = Optional.of(by);
    }

    @Override
    public void woken() {
        woken = true;
    }

    @Override
    public Step next(long now) {
        if (outbox.size() > 0) {
            Frames frames = Frames.of(outbox.toByteArray(), 0);
            outbox.reset();
            return frames;
        }
        if (cutShort) {
            return Step.PREPARE;
        }
        if (!woken) {
            return Step.WAIT;
        }
        return earliest - now > 0 ? new Step.Pause(earliest - now) : Step.PREPARE;
    }

    @Override
    public Step due(long now, boolean full) {
        if (waits || sweeps++ % SWEEPS == 0) {
            woken = true;
        }
        return full ? Step.WAIT : next(now);
    }

    @Override
    public void prepare() {
        if (!cutShort) {
            earliest = System.nanoTime() + PACE.toNanos();
        }
        woken = false; // a change from here on schedules another pass
        cutShort = false;
        for (Reconsidered one = reconsidered.poll(); one != null; one = reconsidered.poll()) {
            Reconsidered rows = one;
            feeds.values().forEach(feed -> feed.reconsider(rows.kind(), rows.keys()));
        }
        pass(shared.clock().instant());
        long conflated =
                feeds.values().stream().mapToLong(RowFeed::takeConflated).sum();
        shared.observer().streamed(messages, conflated);
        messages = 0;
    }

    private void pass(Instant now) {
        if (wrote.equals(Instant.MIN)) {
            wrote = now;
        }
        if (!now.isBefore(lastRefresh.plus(REFRESH_INTERVAL)) || now.isBefore(lastRefresh)) {
            refreshTargets();
            lastRefresh = now;
        }
        if (query.clusters()) {
            sendClusters(now);
        }
        query.rows().forEach(this::sendColumns);
        for (RowFeed feed : feeds.values()) {
            feed.pass(shared.fleet().find(feed.cluster()), now);
        }
        waits = feeds.values().stream().anyMatch(RowFeed::waits);
        sendCursor();
        if (!silent) {
            silent = true;
            wrote = now;
        } else if (!now.isBefore(wrote.plus(QUIET))) {
            outbox.writeBytes(HEARTBEAT);
            wrote = now;
        }
    }

    /// Finds clusters that were added or removed, and tables whose columns have changed.
    private void refreshTargets() {
        List<String> targets = shared.fleet().matching(query.patterns());
        List<Cluster> there =
                targets.stream().flatMap(id -> shared.fleet().find(id).stream()).toList();
        for (RowQuery rows : query.rows()) {
            tables.put(rows, shared.renderers().table(rows.kind().resource(), rows.wide(), there));
            for (String id : targets) {
                long key = StreamCursor.key(rows.resource(), id);
                feeds.computeIfAbsent(
                        new FeedKey(rows.resource(), id),
                        _ -> new RowFeed(rows, id, query.cursor().mark(key), this));
            }
        }
        Set<String> present = Set.copyOf(targets);
        List<RowFeed> without = feeds.values().stream()
                .filter(feed -> !present.contains(feed.cluster()))
                .toList();
        without.forEach(RowFeed::leave);
        feeds.values().removeAll(without);
        without.stream().map(RowFeed::cluster).distinct().forEach(this::sendGone);
    }

    private void sendGone(String cluster) {
        clusters.remove(cluster);
        send("gone", Json.bytes(Json.object().put("cluster", cluster)));
    }

    private void sendClusters(Instant now) {
        Map<String, ClusterSummaries.Summary> summaries = shared.summaries().at(now);
        for (Map.Entry<String, ClusterSummaries.Summary> entry : summaries.entrySet()) {
            Sent before = clusters.get(entry.getKey());
            ClusterSummaries.Summary summary = entry.getValue();
            boolean due = before == null
                    || !now.isBefore(before.at().plus(EACH_CLUSTER))
                    || (!before.news().equals(summary.news())
                            && !now.isBefore(before.at().plus(REFRESH_INTERVAL)));
            if (due && room()) {
                clusters.put(entry.getKey(), new Sent(summary.news(), now));
                send("cluster", summary.json().getBytes(StandardCharsets.UTF_8));
            }
        }
        clusters.keySet().stream()
                .filter(id -> !summaries.containsKey(id))
                .toList()
                .forEach(this::sendGone);
    }

    private void sendColumns(RowQuery rows) {
        LiveTable table = table(rows);
        if (!table.equals(columns.get(rows)) && room()) {
            columns.put(rows, table);
            Part.Kind kind = rows.kind();
            ObjectNode message = Json.object()
                    .put("resource", rows.resource())
                    .put("kind", kind.kind())
                    .put("apiVersion", kind.resource().apiVersion())
                    .put("namespaced", kind.namespaced());
            message.set("columns", table.columns());
            send("columns", Json.bytes(message));
        }
    }

    @Override
    public boolean room() {
        cutShort |= outbox.size() >= SLICE_BYTES;
        return outbox.size() < SLICE_BYTES;
    }

    @Override
    public void send(String event, byte[] data) {
        messages++;
        silent = false;
        append("event: " + event + "\n");
        if (feeds.size() <= FEW) {
            append("id: " + cursor().encode() + "\n");
        } else {
            unmarked = true;
        }
        append("data: ");
        outbox.writeBytes(data);
        append("\n\n");
    }

    /// Sends the cursor, if it was not sent with each event.
    private void sendCursor() {
        if (unmarked) {
            unmarked = false;
            append("id: " + cursor().encode() + "\n\n");
        }
    }

    private StreamCursor cursor() {
        Map<Long, StreamCursor.Mark> marks = new HashMap<>();
        for (RowFeed feed : feeds.values()) { // feeds with the same key get no mark: both start over
            feed.mark().ifPresent(mark -> marks.merge(feed.key(), mark, (_, _) -> null));
        }
        return new StreamCursor(marks);
    }

    private void append(String text) {
        outbox.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Whether it sends cluster summaries.
    boolean sendsClusters() {
        return query.clusters();
    }

    /// The kinds whose rows are sent. Thread-safe.
    Set<KindMirror> followed() {
        return followed;
    }

    /// Sends again the rows of objects whose problems may have changed with time. Thread-safe.
    void reconsider(KindMirror kind, Collection<ObjectKey> keys) {
        reconsidered.add(new Reconsidered(kind, keys));
        subscription.ifPresent(Subscription::wakeSoon);
    }

    @Override
    public void follow(KindMirror kind) {
        if (followed.add(kind)) {
            subscription.ifPresent(by -> by.follow(kind));
        }
    }

    @Override
    public void unfollow(KindMirror kind) {
        if (followed.remove(kind)) {
            subscription.ifPresent(by -> by.unfollow(kind));
        }
    }

    @Override
    public Row row(RowRenderer renderer, KubeObject object, Instant now) {
        return shared.rows().row(renderer, object, now);
    }

    @Override
    public LiveTable table(RowQuery rows) {
        return tables.computeIfAbsent(
                rows, asked -> shared.renderers().table(asked.kind().resource(), asked.wide(), List.of()));
    }

    @Override
    public RowRenderer renderer(Cluster cluster, Resource resource, LiveTable table, boolean whole) {
        return shared.renderers().renderer(cluster, resource, table, whole);
    }

    @Override
    public String reader() {
        return reader;
    }

    /// A lost stream is cut without a message: its reader reconnects and resumes from its cursor.
    @Override
    public byte[] farewell(EndReason why) {
        return new byte[0];
    }

    @Override
    public String subject() {
        return "stream of "
                + (query.rows().isEmpty()
                        ? "clusters"
                        : String.join(
                                ", ",
                                query.rows().stream().map(RowQuery::resource).toList()));
    }

    @Override
    public void closed(EndReason why) {
        subscription = Optional.empty(); // has unfollowed everything
        feeds.values().forEach(RowFeed::leave);
        feeds.clear();
        ended.stream(this, why);
    }
}
