package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.OwnerReference;
import io.livekube.core.model.Uid;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.view.ObjectView;
import io.livekube.hub.view.ObjectViews;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the relations of an object to others in its cluster, among the synced kinds.
public final class Relations {
    private static final int MOST = 200;
    private static final int UP = 5;
    private static final int DOWN = 2;
    private static final String AUTOSCALERS = "horizontalpodautoscalers.autoscaling";

    private final Cluster cluster;
    private final ObjectViews views;
    private final Instant now;
    private final RelationGraph graph = new RelationGraph(MOST);

    /// An object and its kind.
    private record Thing(KindMirror kind, KubeObject object) {
        String id() {
            return "%s/%s/%s"
                    .formatted(kind.resource(), object.namespace().isEmpty() ? "-" : object.namespace(), object.name());
        }
    }

    private Relations(Cluster cluster, ObjectViews views, Instant now) {
        this.cluster = cluster;
        this.views = views;
        this.now = now;
    }

    /// Builds the graph around an object.
    public static ObjectNode around(
            Cluster cluster, KindMirror kind, KubeObject object, ObjectViews views, Instant now) {
        var relations = new Relations(cluster, views, now);
        var thing = new Thing(kind, object);
        relations.add(thing);
        relations.owners(thing, UP);
        relations.owned(thing);
        relations.others(thing);
        return relations.graph.json();
    }

    private ObjectViews.OfKind views(Thing thing) {
        return views.of(thing.kind().resource());
    }

    private boolean add(Thing thing) {
        if (graph.has(thing.id())) {
            return true;
        }
        if (!graph.room()) {
            return false;
        }
        ObjectView view = views(thing).view(thing.object());
        ObjectNode about = Json.object()
                .put("id", thing.id())
                .put("resource", thing.kind().resource().toString())
                .put("kind", thing.kind().kind().kind())
                .put("namespace", thing.object().namespace())
                .put("name", thing.object().name())
                .put("uid", thing.object().uid().toString())
                .put("status", view.status());
        view.problemAt(now).ifPresent(problem -> about.set("problem", RowRenderer.json(problem)));
        graph.node(thing.id(), about);
        return true;
    }

    private void link(Thing from, String relation, Thing to) {
        if (add(from) && add(to)) {
            graph.edge(from.id(), relation, to.id());
        }
    }

    private void owners(Thing thing, int levels) {
        for (OwnerReference owner : thing.object().owners()) {
            find(owner, thing.object().namespace()).ifPresent(above -> {
                link(above, "owns", thing);
                if (levels > 1) {
                    owners(above, levels - 1);
                }
            });
        }
    }

    private Optional<Thing> find(OwnerReference owner, String namespace) {
        return kind(owner.apiVersion(), owner.kind())
                .flatMap(kind -> kind.store()
                        .snapshot()
                        .get(kind.kind().namespaced() ? namespace : "", owner.name())
                        .filter(object -> object.uid().equals(owner.uid()))
                        .map(object -> new Thing(kind, object)));
    }

    private void owned(Thing thing) {
        Map<Uid, List<Thing>> children = new HashMap<>();
        for (KindMirror kind : synced()) {
            String namespace = thing.object().namespace();
            var state = kind.store().snapshot();
            for (KubeObject object : namespace.isEmpty() ? state.list() : state.list(namespace)) {
                for (OwnerReference owner : object.owners()) {
                    children.computeIfAbsent(owner.uid(), _ -> new ArrayList<>())
                            .add(new Thing(kind, object));
                }
            }
        }
        below(thing, children, DOWN);
    }

    private void below(Thing thing, Map<Uid, List<Thing>> children, int levels) {
        List<Thing> own = children.getOrDefault(thing.object().uid(), List.of());
        own.forEach(child -> link(thing, "owns", child));
        if (levels > 1) {
            own.forEach(child -> below(child, children, levels - 1));
        }
    }

    private void others(Thing thing) {
        JsonNode content = content(thing);
        String namespace = thing.object().namespace();
        String name = thing.object().name();
        switch (thing.kind().resource().toString()) {
            case "pods" -> {
                uses(thing);
                of("services", namespace)
                        .filter(service -> selects(service, thing))
                        .forEach(service -> link(service, "selects", thing));
            }
            case "services" -> {
                of("pods", namespace).filter(pod -> selects(thing, pod)).forEach(pod -> link(thing, "selects", pod));
                of("ingresses.networking.k8s.io", namespace)
                        .filter(ingress -> backends(ingress).contains(name))
                        .forEach(ingress -> link(ingress, "routes to", thing));
            }
            case "ingresses.networking.k8s.io" ->
                backends(thing).stream()
                        .flatMap(service -> get("services", namespace, service).stream())
                        .forEach(service -> link(thing, "routes to", service));
            case "nodes" ->
                of("pods", "")
                        .filter(pod -> pod.object().field("spec.nodeName").equals(Optional.of(name)))
                        .forEach(pod -> link(pod, "runs on", thing));
            case "configmaps", "secrets", "serviceaccounts" -> usedBy(thing);
            case "persistentvolumeclaims" -> {
                usedBy(thing);
                get(
                                "persistentvolumes",
                                "",
                                content.path("spec").path("volumeName").asText(""))
                        .ifPresent(volume -> link(thing, "bound to", volume));
            }
            case "persistentvolumes" -> {
                JsonNode claim = content.path("spec").path("claimRef");
                get(
                                "persistentvolumeclaims",
                                claim.path("namespace").asText(""),
                                claim.path("name").asText(""))
                        .ifPresent(bound -> link(bound, "bound to", thing));
            }
            case AUTOSCALERS -> target(thing).ifPresent(scaled -> link(thing, "scales", scaled));
            default ->
                of(AUTOSCALERS, namespace)
                        .filter(scaler -> target(scaler)
                                .filter(scaled -> scaled.id().equals(thing.id()))
                                .isPresent())
                        .forEach(scaler -> link(scaler, "scales", thing));
        }
    }

    private void uses(Thing pod) {
        get("nodes", "", content(pod).path("spec").path("nodeName").asText(""))
                .ifPresent(node -> link(pod, "runs on", node));
        views(pod).references(pod.object()).stream()
                .flatMap(used -> get(used.resource(), pod.object().namespace(), used.name()).stream())
                .forEach(used -> link(pod, "uses", used));
    }

    private void usedBy(Thing thing) {
        var used = new ObjectView.Reference(
                thing.kind().resource().toString(), thing.object().name());
        byte[] name = thing.object().name().getBytes(StandardCharsets.UTF_8);
        of("pods", thing.object().namespace())
                .takeWhile(_ -> graph.room())
                .filter(pod -> contains(pod.object().content(), name) // much cheaper than parsing it
                        && views(pod).references(pod.object()).contains(used))
                .forEach(pod -> link(pod, "uses", thing));
    }

    /// Content of an object; a missing node if it can't be parsed.
    private JsonNode content(Thing thing) {
        return views(thing).content(thing.object());
    }

    private static boolean contains(byte[] text, byte[] word) {
        for (int at = 0; at + word.length <= text.length; at++) {
            if (text[at] == word[0] && Arrays.equals(text, at, at + word.length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    /// The object that an autoscaler scales.
    private Optional<Thing> target(Thing scaler) {
        JsonNode target = content(scaler).path("spec").path("scaleTargetRef");
        return kind(target.path("apiVersion").asText(""), target.path("kind").asText(""))
                .flatMap(kind -> get(
                        kind.resource().toString(),
                        scaler.object().namespace(),
                        target.path("name").asText("")));
    }

    private boolean selects(Thing service, Thing pod) {
        JsonNode selector = content(service).path("spec").path("selector");
        return !selector.isEmpty()
                && selector.propertyStream()
                        .allMatch(wanted -> pod.object()
                                .labels()
                                .get(wanted.getKey())
                                .equals(Optional.of(wanted.getValue().asText())));
    }

    private List<String> backends(Thing ingress) {
        JsonNode spec = content(ingress).path("spec");
        List<String> names = new ArrayList<>();
        names.add(spec.path("defaultBackend").path("service").path("name").asText(""));
        spec.path("rules")
                .forEach(rule -> rule.path("http")
                        .path("paths")
                        .forEach(path -> names.add(path.path("backend")
                                .path("service")
                                .path("name")
                                .asText(""))));
        return names;
    }

    private Stream<Thing> of(String resource, String namespace) {
        return kind(resource).stream().flatMap(kind -> {
            var state = kind.store().snapshot();
            return (namespace.isEmpty() ? state.list() : state.list(namespace))
                    .stream().map(object -> new Thing(kind, object));
        });
    }

    private Optional<Thing> get(String resource, String namespace, String name) {
        return name.isEmpty()
                ? Optional.empty()
                : kind(resource)
                        .flatMap(kind ->
                                kind.store().snapshot().get(namespace, name).map(object -> new Thing(kind, object)));
    }

    private Optional<KindMirror> kind(String resource) {
        return synced().stream()
                .filter(kind -> kind.resource().toString().equals(resource))
                .findFirst();
    }

    /// Finds a kind as named in references, in any version.
    private Optional<KindMirror> kind(String apiVersion, String name) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return synced().stream()
                .filter(kind -> kind.kind().kind().equals(name)
                        && kind.resource().group().equals(group))
                .findFirst();
    }

    private List<KindMirror> synced() {
        return cluster.mirror().kinds().stream().filter(KindMirror::synced).toList();
    }
}
