package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
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
import java.util.Set;

/// One reader's stream: what it is told of clusters and kinds, in the form of server-sent events.
///
/// It has no thread. Whoever has news for it has a pass run, one at a time; a pass tells what there is, as
/// much as the reader takes, and ends.
final class LiveStream implements Feed.Surroundings {
    private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final Duration EACH_CLUSTER = Duration.ofSeconds(15);
    private static final Duration LOOK_ROUND = Duration.ofSeconds(1);

    /// With more feeds a cursor is long, and written once a pass, not with each event.
    private static final int FEW = 40;

    /// A kind of a cluster.
    private record FeedOf(String resource, String cluster) {}

    private final StreamQuery query;
    private final String reader;
    private final Outlet outlet;
    private final Sharing sharing;
    private final Map<FeedOf, Feed> feeds = new LinkedHashMap<>();
    private final Map<String, Told> clusters = new HashMap<>();
    private final Map<RowQuery, LiveTable> tables = new HashMap<>();
    private Instant lookedRound = Instant.MIN;
    private Instant wrote = Instant.MIN;
    private List<String> targets = List.of();
    private final Map<RowQuery, LiveTable> columns = new HashMap<>();
    private volatile boolean waits;
    private boolean over;
    private boolean unmarked;
    private boolean silent = true;
    private long messages;

    /// What all streams have in common.
    record Sharing(Fleet fleet, RowForms forms, RowCache rows, ClusterSummaries summaries, Follows follows) {}

    /// Wakes streams when kinds change.
    interface Follows {
        void follow(KindMirror kind, LiveStream stream);

        void unfollow(KindMirror kind, LiveStream stream);
    }

    /// What was told of a cluster.
    private record Told(String news, Instant at) {}

    LiveStream(StreamQuery query, String reader, Outlet outlet, Sharing sharing) {
        this.query = query;
        this.reader = reader;
        this.outlet = outlet;
        this.sharing = sharing;
    }

    /// Whether it tells how clusters are doing.
    boolean tellsClusters() {
        return query.clusters();
    }

    Outlet outlet() {
        return outlet;
    }

    /// Whether it waits for something that nobody tells it, and so has to look often.
    boolean waits() {
        return waits;
    }

    /// Tells what there is.
    ///
    /// @param quiet after which time without anything to tell it tells that it is still there
    synchronized void pass(Instant now, Duration quiet) {
        if (over) {
            return;
        }
        if (wrote.equals(Instant.MIN)) {
            wrote = now;
        }
        if (!now.isBefore(lookedRound.plus(LOOK_ROUND)) || now.isBefore(lookedRound)) {
            lookRound();
            lookedRound = now;
        }
        if (query.clusters()) {
            tellClusters(now);
        }
        for (RowQuery rows : query.rows()) {
            tellColumns(rows);
        }
        for (Feed feed : feeds.values()) {
            feed.pass(sharing.fleet().find(feed.cluster()), now);
        }
        waits = feeds.values().stream().anyMatch(Feed::waits);
        tellCursor();
        if (!silent) {
            silent = true;
            wrote = now;
        } else if (!now.isBefore(wrote.plus(quiet)) && outlet.room()) {
            outlet.write(STILL_HERE);
            wrote = now;
        }
    }

    /// Looks again at objects of a kind of which something may be wrong by now.
    synchronized void reconsider(KindMirror kind, Collection<ObjectKey> keys) {
        feeds.values().forEach(feed -> feed.reconsider(kind, keys));
    }

    /// Messages since the last call, and changes that were left out because of later ones.
    synchronized long[] takeCounts() {
        long conflated = feeds.values().stream().mapToLong(Feed::takeConflated).sum();
        long[] counts = {messages, conflated};
        messages = 0;
        return counts;
    }

    /// Its reader is gone: a pass that was about to begin tells nothing, and opens nothing.
    synchronized void leave() {
        over = true;
        feeds.values().forEach(Feed::leave);
        feeds.clear();
    }

    /// Clusters come and go, and tables look otherwise once a definition is known.
    private void lookRound() {
        targets = sharing.fleet().matching(query.patterns());
        List<Cluster> there = targets.stream()
                .flatMap(id -> sharing.fleet().find(id).stream())
                .toList();
        for (RowQuery rows : query.rows()) {
            tables.put(rows, sharing.forms().table(rows.kind().resource(), rows.wide(), there));
            for (String id : targets) {
                long key = StreamCursor.key(rows.resource(), id);
                feeds.computeIfAbsent(
                        new FeedOf(rows.resource(), id),
                        _ -> new Feed(rows, id, query.cursor().mark(key), this));
            }
        }
        Set<String> present = Set.copyOf(targets);
        List<Feed> without = feeds.values().stream()
                .filter(feed -> !present.contains(feed.cluster()))
                .toList();
        without.forEach(Feed::leave);
        feeds.values().removeAll(without);
        without.stream().map(Feed::cluster).distinct().forEach(this::gone);
    }

    private void gone(String cluster) {
        clusters.remove(cluster);
        tell("gone", Json.bytes(Json.object().put("cluster", cluster)));
    }

    private void tellClusters(Instant now) {
        Map<String, ClusterSummaries.Summary> summaries = sharing.summaries().at(now);
        for (Map.Entry<String, ClusterSummaries.Summary> entry : summaries.entrySet()) {
            Told before = clusters.get(entry.getKey());
            ClusterSummaries.Summary summary = entry.getValue();
            boolean due = before == null
                    || !now.isBefore(before.at().plus(EACH_CLUSTER))
                    || (!before.news().equals(summary.news())
                            && !now.isBefore(before.at().plus(LOOK_ROUND)));
            if (due && outlet.room()) {
                clusters.put(entry.getKey(), new Told(summary.news(), now));
                tell("cluster", summary.json().getBytes(StandardCharsets.UTF_8));
            }
        }
        clusters.keySet().stream()
                .filter(id -> !summaries.containsKey(id))
                .toList()
                .forEach(this::gone);
    }

    private void tellColumns(RowQuery rows) {
        LiveTable table = table(rows);
        if (!table.equals(columns.get(rows)) && outlet.room()) {
            columns.put(rows, table);
            Part.Kind kind = rows.kind();
            ObjectNode said = Json.object()
                    .put("resource", rows.resource())
                    .put("kind", kind.kind())
                    .put("apiVersion", Listing.apiVersion(kind.resource()))
                    .put("namespaced", kind.namespaced());
            said.set("columns", table.columns());
            tell("columns", Json.bytes(said));
        }
    }

    @Override
    public boolean room() {
        return outlet.room();
    }

    @Override
    public void tell(String event, byte[] data) {
        messages++;
        silent = false;
        var text = new ByteArrayOutputStream(data.length + 100);
        append(text, "event: " + event + "\n");
        if (feeds.size() <= FEW) {
            append(text, "id: " + cursor().encode() + "\n");
        } else {
            unmarked = true;
        }
        append(text, "data: ");
        text.writeBytes(data);
        append(text, "\n\n");
        outlet.write(text.toByteArray());
    }

    /// Tells up to where everything has been told, if that was not told with each event.
    private void tellCursor() {
        if (unmarked) {
            unmarked = false;
            outlet.write(("id: " + cursor().encode() + "\n\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    private StreamCursor cursor() {
        Map<Long, StreamCursor.Mark> marks = new HashMap<>();
        for (Feed feed : feeds.values()) { // two of one number have no mark: both are told anew
            feed.mark().ifPresent(mark -> marks.merge(feed.key(), mark, (_, _) -> null));
        }
        return new StreamCursor(marks);
    }

    private static void append(ByteArrayOutputStream text, String more) {
        text.writeBytes(more.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void follow(KindMirror kind) {
        sharing.follows().follow(kind, this);
    }

    @Override
    public void unfollow(KindMirror kind) {
        sharing.follows().unfollow(kind, this);
    }

    @Override
    public Row row(RowForm form, KubeObject object, Instant now) {
        return sharing.rows().row(form, object, now);
    }

    @Override
    public LiveTable table(RowQuery rows) {
        return tables.computeIfAbsent(
                rows, asked -> sharing.forms().table(asked.kind().resource(), asked.wide(), List.of()));
    }

    @Override
    public RowForm form(Cluster cluster, Resource resource, LiveTable table, boolean whole) {
        return sharing.forms().form(cluster, resource, table, whole);
    }

    @Override
    public String reader() {
        return reader;
    }
}
