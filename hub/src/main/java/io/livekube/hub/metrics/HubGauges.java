package io.livekube.hub.metrics;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.ClusterEvent;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The figures that are read off the hub's state when somebody asks, cluster by cluster and kind by kind.
///
/// For one thread at a time.
final class HubGauges {
    private final HubState state;
    private final MeterRegistry registry;
    private final Map<String, MultiGauge> gauges = new TreeMap<>();

    /// Whose events are counted already. One that was removed and comes back is another.
    private final Set<Cluster> counted = new HashSet<>();

    HubGauges(MeterRegistry registry, HubState state) {
        this.registry = registry;
        this.state = state;
        Gauge.builder("livekube.hub.ingest.waiting", state.reception(), IngestExecutor::waiting)
                .description("Batches that wait for a worker")
                .register(registry);
        Gauge.builder("livekube.hub.ingest.working", state.reception(), IngestExecutor::working)
                .description("Batches in work")
                .register(registry);
        Gauge.builder(
                        "livekube.hub.clusters",
                        state.clusters(),
                        clusters -> clusters.all().size())
                .description("Clusters that have been in contact")
                .register(registry);
        SubscriptionMeters.register(registry, state);
    }

    /// One figure of a cluster or kind.
    private record Figure(String name, String description, Tags tags, double value) {}

    void refresh() {
        Instant now = state.clock().instant();
        List<Figure> figures = new ArrayList<>();
        List<Cluster> clusters = state.clusters().all();
        counted.retainAll(Set.copyOf(clusters));
        for (Cluster cluster : clusters) {
            cluster(cluster, now, figures);
            if (counted.add(cluster)) {
                countEvents(cluster);
            }
        }
        Map<String, List<MultiGauge.Row<?>>> rows = new TreeMap<>();
        gauges.keySet().forEach(name -> rows.put(name, new ArrayList<>()));
        for (Figure figure : figures) {
            gauges.computeIfAbsent(
                    figure.name(),
                    name -> MultiGauge.builder(name)
                            .description(figure.description())
                            .register(registry));
            rows.computeIfAbsent(figure.name(), _ -> new ArrayList<>())
                    .add(MultiGauge.Row.of(figure.tags(), figure.value()));
        }
        rows.forEach((name, of) -> {
            MultiGauge gauge = gauges.get(name);
            if (gauge != null) {
                gauge.register(of, true);
            }
        });
    }

    private void cluster(Cluster cluster, Instant now, List<Figure> figures) {
        Tags tags = Tags.of("cluster", cluster.id());
        figures.add(new Figure(
                "livekube.hub.cluster.on",
                "Whether a cluster is synced",
                tags,
                cluster.activation().on() ? 1 : 0));
        figures.add(new Figure(
                "livekube.hub.cluster.agent.connected",
                "Whether a cluster's agent asks for tasks",
                tags,
                cluster.tasks().agentThere() ? 1 : 0));
        Freshness freshness = Freshness.at(cluster.mirror().contact().map(ClusterMirror.Contact::at), now);
        freshness
                .age()
                .ifPresent(age -> figures.add(new Figure(
                        "livekube.hub.cluster.age.seconds",
                        "Since a cluster's last batch",
                        tags,
                        age.toMillis() / 1e3)));
        figures.add(new Figure(
                "livekube.hub.tasks.queued",
                "Tasks that wait for an agent or for their result",
                tags,
                cluster.tasks().queued()));
        figures.add(new Figure(
                "livekube.hub.streams",
                "Open watches and streams",
                tags,
                cluster.activation().streams()));
        for (KindMirror kind : cluster.mirror().kinds()) {
            Tags ofKind = tags.and("kind", kind.resource().toString());
            figures.add(new Figure(
                    "livekube.hub.kind.objects",
                    "Objects held",
                    ofKind,
                    kind.store().size()));
            figures.add(new Figure(
                    "livekube.hub.kind.bytes",
                    "Memory that a kind's objects take",
                    ofKind,
                    kind.footprint(now).totalBytes()));
            figures.add(new Figure(
                    "livekube.hub.kind.changes",
                    "Changes of a kind since its first whole state",
                    ofKind,
                    kind.changes()));
            figures.add(new Figure(
                    "livekube.hub.kind.synced",
                    "Whether a whole state has arrived; labelled with what the agent says of the kind",
                    ofKind.and("state", kind.status().state().name().toLowerCase(Locale.ROOT)),
                    kind.synced() ? 1 : 0));
            log(kind, ofKind, now, figures);
        }
    }

    private static void log(KindMirror kind, Tags tags, Instant now, List<Figure> figures) {
        figures.add(new Figure(
                "livekube.hub.log.bytes",
                "Memory that a kind's recent events take",
                tags,
                kind.log().bytes()));
        figures.add(new Figure(
                "livekube.hub.log.entries",
                "Recent events of a kind",
                tags,
                kind.log().size()));
        figures.add(new Figure(
                "livekube.hub.log.window.seconds",
                "How far back the recent events of a kind go",
                tags,
                kind.log().window(now).toMillis() / 1e3));
    }

    private void countEvents(Cluster cluster) {
        SubscriptionMeters.register(registry, state.watches().traffic(cluster.id()), Tags.of("cluster", cluster.id()));
        for (ClusterEvent.Type type : ClusterEvent.Type.values()) {
            FunctionCounter.builder(
                            "livekube.hub.events", cluster, of -> of.events().count(type))
                    .description("What happened to a cluster: gaps, mismatches, repairs, backoffs …")
                    .tags("cluster", cluster.id(), "type", type.toString())
                    .register(registry);
        }
    }
}
