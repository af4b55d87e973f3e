package io.livekube.hub.search;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Draft;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.view.ObjectViews;
import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Clusters whose mirrors are filled by hand, and a search over them.
final class TestingObjects {
    static final Part.Kind PODS = new Part.Kind(Resource.core("v1", "pods"), "Pod", true);
    static final Part.Kind DEPLOYMENTS = new Part.Kind(new Resource("apps", "v1", "deployments"), "Deployment", true);
    static final Part.Kind REPLICA_SETS = new Part.Kind(new Resource("apps", "v1", "replicasets"), "ReplicaSet", true);

    final Map<String, ClusterMirror> clusters = new LinkedHashMap<>();
    final SearchIndex index = new SearchIndex(clusters::values, new ObjectViews());
    private final Search search = new Search(
            index, System::nanoTime, InstantSource.system(), new Search.Helpers(Thread::startVirtualThread, 3, 1));
    private long version;

    KindMirror kind(String cluster, Part.Kind kind) {
        ClusterMirror mirror = clusters.computeIfAbsent(cluster, ClusterMirror::new);
        return mirror.kind(kind.resource()).orElseGet(() -> {
            KindMirror added = new KindMirror(cluster, kind);
            mirror.add(added);
            return added;
        });
    }

    KubeObject object(KindMirror kind, String json) {
        try {
            byte[] bytes = json.replace("VERSION", Long.toString(++version)).getBytes(StandardCharsets.UTF_8);
            return kind.decode(bytes, 0, bytes.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    void put(String cluster, Part.Kind type, String... objects) {
        KindMirror kind = kind(cluster, type);
        Draft draft = kind.store().snapshot().draft();
        for (String json : objects) {
            draft.put(object(kind, json));
        }
        publish(kind, draft.at(version));
    }

    void remove(String cluster, Part.Kind type, ObjectKey key) {
        KindMirror kind = kind(cluster, type);
        Draft draft = kind.store().snapshot().draft();
        draft.remove(key);
        publish(kind, draft.at(++version));
    }

    void relist(String cluster, Part.Kind type, Collection<String> objects) {
        KindMirror kind = kind(cluster, type);
        List<KubeObject> all = objects.stream().map(json -> object(kind, json)).toList();
        publish(kind, kind.store().snapshot().draft(all, ++version));
    }

    private static void publish(KindMirror kind, Draft draft) {
        kind.publish(draft, Map.of(), Instant.EPOCH);
    }

    /// The result once everything is indexed.
    SearchResult find(String query) {
        return find(query, 200);
    }

    SearchResult find(String query, int limit) {
        while (!index.catchUp(
                System::nanoTime, System.nanoTime() + Duration.ofSeconds(10).toNanos())) {
            Thread.onSpinWait();
        }
        try {
            return search.find(QueryParser.parse(query), _ -> true, limit);
        } catch (BadQueryException e) {
            throw new IllegalArgumentException(query, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Names of the hits, best first.
    List<String> names(String query) {
        return find(query).hits().stream().map(hit -> hit.object().name()).toList();
    }

    static String metadata(String namespace, String name, String labels, String created) {
        return """
                "metadata":{"name":"%s","namespace":"%s","uid":"0b4f2f5e-0000-4000-8000-%012x","resourceVersion":"VERSION",\
                "creationTimestamp":"%s","labels":{%s}}\
                """.formatted(name, namespace, (namespace + "/" + name).hashCode() & 0xffffffffL, created, labels);
    }

    static String pod(String namespace, String name) {
        return pod(namespace, name, "\"app\":\"x\"", "registry.example.io/apps/x:1", "node-1", "");
    }

    /// @param waiting why the container waits; empty if it is running
    static String pod(String namespace, String name, String labels, String image, String node, String waiting) {
        String state = waiting.isEmpty() ? "\"running\":{}" : "\"waiting\":{\"reason\":\"" + waiting + "\"}";
        return """
                {%s,"spec":{"nodeName":"%s","containers":[{"name":"c","image":"%s"}]},"status":{"phase":"Running",\
                "containerStatuses":[{"name":"c","ready":%s,"state":{%s}}]}}\
                """.formatted(
                metadata(namespace, name, labels, "2026-01-01T00:00:00Z"), node, image, waiting.isEmpty(), state);
    }

    static String workload(String namespace, String name, int ready, int replicas) {
        return """
                {%s,"spec":{"replicas":%d,"template":{"spec":{"containers":[{"image":"registry.example.io/apps/%s:2"}]}}},\
                "status":{"readyReplicas":%d}}\
                """.formatted(metadata(namespace, name, "", "2026-01-01T00:00:00Z"), replicas, name, ready);
    }
}
