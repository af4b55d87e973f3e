package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.read.Provenance;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.ReadResult;
import io.livekube.hub.read.ReadTarget;
import io.livekube.hub.read.Reads;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Reads one kind from many clusters at once within a bounded time. A cluster that is slow or disconnected
/// contributes its last known state, or the reason why there is none, and does not hold up the others.
public final class FleetReads {
    private static final int YIELD_EACH = 200;

    /// How long one cluster may take when several are read.
    private static final Duration WAIT = Duration.ofSeconds(2);

    private final Fleet fleet;
    private final Reads reads;
    private final RowRenderers renderers;
    private final RowCache rows;
    private final InstantSource clock;

    public FleetReads(Fleet fleet, Reads reads, RowRenderers renderers, RowCache rows, InstantSource clock) {
        this.fleet = fleet;
        this.reads = reads;
        this.renderers = renderers;
        this.rows = rows;
        this.clock = clock;
    }

    /// The table layout for the rows of some clusters.
    public LiveTable table(RowQuery query, List<String> ids) {
        List<Cluster> there =
                ids.stream().flatMap(id -> fleet.find(id).stream()).toList();
        return renderers.table(query.kind().resource(), query.wide(), there);
    }

    /// Reads one cluster, without a time limit.
    public Listing list(RowQuery query, RowOrder order, LiveTable table, Cluster cluster, String by)
            throws ReadFailedException, InterruptedException {
        ReadResult view = reads.view(cluster, target(query, cluster), false, by);
        return listing(query, order, table, List.of(given(query, cluster, view)));
    }

    /// Reads many clusters.
    public Listing list(RowQuery query, RowOrder order, LiveTable table, List<String> ids, String by)
            throws InterruptedException {
        long end = System.nanoTime() + WAIT.toNanos();
        List<ClusterPart> parts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Future<ClusterPart>> asked = new LinkedHashMap<>();
            for (String id : ids) {
                asked.put(id, threads.submit(() -> part(query, id, by)));
            }
            for (Map.Entry<String, Future<ClusterPart>> one : asked.entrySet()) {
                parts.add(await(query, one.getKey(), one.getValue(), end));
            }
        }
        return listing(query, order, table, parts);
    }

    private ClusterPart await(RowQuery query, String id, Future<ClusterPart> part, long end)
            throws InterruptedException {
        try {
            return part.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            part.cancel(true);
            return lastKnown(query, id);
        } catch (ExecutionException e) {
            throw new IllegalStateException("reading cluster " + id + " failed; this is a bug in the hub", e);
        }
    }

    private ClusterPart part(RowQuery query, String id, String by) throws InterruptedException {
        Optional<Cluster> cluster = fleet.find(id);
        if (cluster.isEmpty()) {
            return missing(Availability.of(cluster, id, query.kind().resource()), id);
        }
        try {
            ReadResult view = reads.view(cluster.get(), target(query, cluster.get()), false, by);
            return given(query, cluster.get(), view);
        } catch (ReadFailedException e) {
            return Availability.of(cluster, id, query.in(cluster.get())) instanceof Availability.Unavailable unavailable
                    ? new ClusterPart.Missing(id, unavailable.state(), e.status(), e.sentence())
                    : new ClusterPart.Missing(
                            id, e.provenance().freshness().state().toString(), e.status(), e.sentence());
        }
    }

    /// Falls back to the last known state of a cluster that does not answer in time.
    private ClusterPart lastKnown(RowQuery query, String id) {
        Optional<Cluster> cluster = fleet.find(id);
        Resource resource = cluster.map(query::in).orElse(query.kind().resource());
        return switch (Availability.of(cluster, id, resource)) {
            case Availability.Unavailable unavailable -> missing(unavailable, id);
            case Availability.Available(KindMirror kind) -> {
                Cluster there = cluster.orElseThrow();
                var provenance = new Provenance(
                        KindFreshness.of(there, kind, clock.instant()),
                        Provenance.Source.MIRROR,
                        there.mirror().contact(),
                        "no answer within %,d ms; showing the last known state".formatted(WAIT.toMillis()));
                yield given(
                        query, there, new ReadResult(kind.kind(), kind.store().snapshot(), provenance));
            }
        };
    }

    private static ClusterPart missing(Availability why, String id) {
        return switch (why) {
            case Availability.Unavailable unavailable ->
                new ClusterPart.Missing(id, unavailable.state(), unavailable.status(), unavailable.sentence());
            case Availability.Available _ ->
                new ClusterPart.Missing(id, "syncing", 503, "Cluster %s has just started to sync.".formatted(id));
        };
    }

    private static ReadTarget target(RowQuery query, Cluster cluster) {
        Resource resource = query.in(cluster);
        boolean one = !query.name().isEmpty()
                && (!query.namespace().isEmpty() || !query.kind().namespaced());
        return one
                ? new ReadTarget(resource, query.namespace(), query.name())
                : ReadTarget.list(resource, query.namespace());
    }

    private static ClusterPart.Given given(RowQuery query, Cluster cluster, ReadResult view) {
        long epoch = cluster.mirror()
                .kind(query.in(cluster))
                .map(kind -> kind.store().snapshot().epoch())
                .orElse(0L);
        String uid = cluster.mirror().agent().map(Part.Hello::clusterUid).orElse("");
        boolean ofTheLog = view.provenance().source() == Provenance.Source.MIRROR; // other streams start over
        return new ClusterPart.Given(
                cluster.id(),
                view,
                new StreamCursor.Mark(StreamCursor.incarnation(uid, epoch), ofTheLog ? view.version() : 0));
    }

    @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not preempted, so long work must yield
    private Listing listing(RowQuery query, RowOrder order, LiveTable table, List<ClusterPart> parts) {
        Instant now = clock.instant();
        record Placed(RowOrder.Entry entry, Listing.Line line) {}
        List<Placed> placed = new ArrayList<>();
        List<ClusterPart> shown = new ArrayList<>(parts);
        for (int i = 0; i < parts.size(); i++) {
            ClusterPart part = parts.get(i);
            Optional<Cluster> cluster = fleet.find(part.id());
            if (part.given().isEmpty() || cluster.isEmpty()) {
                continue;
            }
            RowFilter filter;
            try {
                filter = query.filter(cluster.get());
            } catch (InvalidSelectorException e) { // the kind's definition has changed since the selector was checked
                shown.set(i, new ClusterPart.Missing(part.id(), "unavailable", 400, e.reason()));
                continue;
            }
            RowRenderer renderer = renderers.renderer(cluster.get(), query.in(cluster.get()), table, query.whole());
            var objects = filter.of(part.given().get().view().state()).iterator();
            int looked = 0;
            while (objects.hasNext()) {
                KubeObject object = objects.next();
                String created = "";
                Optional<JsonNode> cell = Optional.empty();
                if (order.needsRows() || !filter.needsNoRow()) {
                    Row row = rows.row(renderer, object, now);
                    if (!filter.shows(row)) {
                        continue;
                    }
                    created = row.created();
                    cell = order.by() == RowOrder.By.CELL
                            ? Optional.of(row.cells().get(order.column()))
                            : Optional.empty();
                    if (++looked % YIELD_EACH == 0) {
                        Thread.yield();
                    }
                }
                placed.add(new Placed(
                        new RowOrder.Entry(part.id(), object.namespace(), object.name(), created, cell),
                        new Listing.Line(renderer, part.id(), object)));
            }
        }
        if (!order.equals(RowOrder.DEFAULT)) {
            placed.sort(Comparator.comparing(Placed::entry, order.comparator()));
        }
        return new Listing(
                query, table, shown, placed.stream().map(Placed::line).toList(), now);
    }
}
