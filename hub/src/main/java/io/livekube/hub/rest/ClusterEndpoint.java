package io.livekube.hub.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.cluster.ChangeLatencies;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.control.Activation;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.metrics.HubMetrics;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.settings.SettingsChange;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.RouteTable;
import io.livekube.protocol.KindState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/// Reports the state of clusters and their kinds.
///
/// @param traffic traffic counters of a cluster
public record ClusterEndpoint(Fleet fleet, Function<String, HubMetrics.ClusterTraffic> traffic, InstantSource clock) {
    void list(HttpExchange exchange, RouteTable.Variables path) {
        Instant now = clock.instant();
        ObjectNode document = JsonDocuments.object();
        ArrayNode list = document.putArray("clusters");
        fleet.ids().forEach(id -> list.add(summary(id, now)));
        exchange.send(200, document);
    }

    void one(HttpExchange exchange, RouteTable.Variables path) {
        String id = path.get("cluster");
        if (!fleet.has(id)) {
            throw HttpProblem.noCluster(id);
        }
        Instant now = clock.instant();
        ObjectNode document = summary(id, now);
        ArrayNode kinds = document.putArray("kinds");
        fleet.find(id).ifPresent(cluster -> {
            cluster.mirror()
                    .agent()
                    .ifPresent(hello -> document.putObject("agent")
                            .put("version", hello.agent())
                            .put("kubernetes", hello.kubernetes())
                            .put("clusterUid", hello.clusterUid()));
            document.putObject("counts")
                    .put("mismatches", cluster.stats().mismatches())
                    .put("repairs", cluster.stats().repairs())
                    .put("backoffs", cluster.stats().backoffs());
            document.set("traffic", counted(id));
            cluster.mirror().kinds().forEach(kind -> kinds.add(kind(cluster, kind, now)));
        });
        exchange.send(200, document);
    }

    private ObjectNode counted(String id) {
        HubMetrics.ClusterTraffic counted = traffic.apply(id);
        return JsonDocuments.object()
                .put("batches", counted.batches())
                .put("bytes", counted.bytes())
                .put("changes", counted.changes())
                .put("reads", counted.reads());
    }

    /// A connected agent may follow nothing while its API server is down.
    private static boolean noKindIsFresh(Cluster cluster, Instant now) {
        List<KindMirror> synced =
                cluster.mirror().kinds().stream().filter(KindMirror::synced).toList();
        return !synced.isEmpty()
                && synced.stream()
                        .noneMatch(kind -> KindFreshness.of(cluster, kind, now).state() == Freshness.State.FRESH);
    }

    /// Summary including figures that change all the time, for streams.
    public ObjectNode live(String id, Instant now) {
        ObjectNode summary = summary(id, now);
        fleet.find(id).ifPresent(cluster -> {
            cluster.mirror().agent().ifPresent(hello -> summary.put("kubernetes", hello.kubernetes()));
            summary.put("revision", revision(cluster, now)).set("traffic", counted(id));
            ChangeLatencies latencies = cluster.latencies();
            ObjectNode shares = summary.putObject("latencyMs");
            latencies.quantile(0.5, now).ifPresent(ms -> shares.put("p50", ms));
            latencies.quantile(0.99, now).ifPresent(ms -> shares.put("p99", ms));
            ArrayNode samples = summary.putArray("latency");
            latencies.samples(now).forEach(sample -> {
                if (sample.isPresent()) {
                    samples.add(sample.getAsLong());
                } else {
                    samples.addNull();
                }
            });
        });
        return summary;
    }

    /// Changes whenever an object changes, or a kind's freshness or state does.
    private static String revision(Cluster cluster, Instant now) {
        long sum = 0;
        for (KindMirror kind : cluster.mirror().kinds()) {
            long known = kind.synced() ? kind.store().snapshot().digest().total() : 0;
            Freshness.State fresh = KindFreshness.of(cluster, kind, now).state();
            sum += known + 31L * Objects.hash(kind.resource(), kind.synced(), kind.status(), fresh);
        }
        return Long.toHexString(sum);
    }

    /// Freshness of a cluster as a whole; disconnected if its agent has never been in contact.
    static Freshness freshness(Optional<Cluster> found, Instant now) {
        Freshness byAge = Freshness.at(
                found.flatMap(cluster -> cluster.mirror().contact()).map(ClusterMirror.Contact::at), now);
        boolean off = found.filter(cluster -> !cluster.activation().on()).isPresent();
        boolean nothingFresh =
                found.filter(cluster -> noKindIsFresh(cluster, now)).isPresent();
        return off ? byAge.off() : nothingFresh ? byAge.atBestStale() : byAge;
    }

    private ObjectNode summary(String id, Instant now) {
        ObjectNode summary = JsonDocuments.object().put("id", id);
        Optional<Cluster> found = fleet.find(id);
        Freshness freshness = freshness(found, now);
        summary.put("state", freshness.state().toString());
        freshness.age().ifPresent(age -> summary.put("ageMs", age.toMillis()));
        SettingsChange.write(
                summary,
                found.map(cluster -> cluster.activation().settings())
                        .orElseGet(() -> fleet.clusters().settings(id)));
        summary.put("token", fleet.hasToken(id));
        summary.put(
                "agentConnected",
                found.filter(cluster -> cluster.tasks().agentConnected()).isPresent());
        found.ifPresent(cluster -> {
            Activation activation = cluster.activation();
            activation.lastActivity().ifPresent(at -> summary.put("lastActivity", at.toString()));
            summary.put("on", activation.on())
                    .put("since", activation.since().toString())
                    .put("streams", activation.streams())
                    .put("queuedTasks", cluster.tasks().queued());
            cluster.mirror()
                    .contact()
                    .ifPresent(
                            contact -> summary.put("session", contact.session().toString())
                                    .put("sequence", contact.sequence())
                                    .put("lastSync", contact.at().toString()));
            List<KindMirror> kinds = cluster.mirror().kinds();
            summary.put("kindsSynced", kinds.stream().filter(KindMirror::synced).count());
            summary.put("kindsKnown", kinds.size());
            summary.put("kindsSyncing", inState(cluster, KindState.SYNCING, now));
            summary.put("kindsDenied", inState(cluster, KindState.DENIED, now));
            summary.put(
                    "objects", kinds.stream().mapToLong(k -> k.store().size()).sum());
        });
        return summary;
    }

    private static long inState(Cluster cluster, KindState wanted, Instant now) {
        String name = wanted.name().toLowerCase(Locale.ROOT);
        return cluster.mirror().kinds().stream()
                .filter(kind -> state(cluster, kind, now).equals(name))
                .count();
    }

    private static ObjectNode kind(Cluster cluster, KindMirror kind, Instant now) {
        ObjectNode about = JsonDocuments.object()
                .put("resource", kind.resource().toString())
                .put("group", kind.resource().group())
                .put("version", kind.resource().version())
                .put("kind", kind.kind().kind())
                .put("namespaced", kind.kind().namespaced())
                .put("state", state(cluster, kind, now));
        if (kind.synced()) {
            Freshness freshness = KindFreshness.of(cluster, kind, now);
            Snapshot state = kind.store().snapshot();
            about.put("freshness", freshness.state().toString());
            freshness.age().ifPresent(age -> about.put("ageMs", age.toMillis()));
            about.put("objects", state.size())
                    .put("resourceVersion", Long.toUnsignedString(state.resourceVersion()))
                    .put("digest", state.digest().toString());
        }
        about.put("agentObjects", kind.status().objects());
        return about.put("cause", kind.status().cause());
    }

    /// State reported by the agent, corrected by what the hub holds: the hub may not have everything yet, or
    /// may have it although the agent reports nothing.
    private static String state(Cluster cluster, KindMirror kind, Instant now) {
        if (!cluster.activation().wants(kind.resource())) {
            return Freshness.State.OFF.toString();
        }
        KindState reported = kind.status().state();
        KindState known = switch (reported) {
            case SYNCED, STALE -> kind.synced() ? reported : KindState.SYNCING;
            case SYNCING ->
                kind.synced() && KindFreshness.of(cluster, kind, now).state() == Freshness.State.FRESH
                        ? KindState.SYNCED
                        : reported;
            case DENIED, NOT_SERVED -> reported;
        };
        return known.name().toLowerCase(Locale.ROOT);
    }
}
