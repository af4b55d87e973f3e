package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Owner;
import io.livekube.core.model.Resource;
import io.livekube.core.model.Uid;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds what one object has to do with others of its cluster, among the kinds that are synced.
public final class Relations {
    private static final int MOST = 200;
    private static final int UP = 5;
    private static final int DOWN = 2;

    private final Cluster cluster;
    private final RowForms forms;
    private final RowCache rows;
    private final Instant now;
    private final Graph graph = new Graph(MOST);

    /// An object and its kind.
    private record Thing(KindMirror kind, KubeObject object) {
        String id() {
            return "%s/%s/%s"
                    .formatted(kind.resource(), object.namespace().isEmpty() ? "-" : object.namespace(), object.name());
        }
    }

    private Relations(Cluster cluster, RowForms forms, RowCache rows, Instant now) {
        this.cluster = cluster;
        this.forms = forms;
        this.rows = rows;
        this.now = now;
    }

    /// The graph around an object.
    public static ObjectNode around(
            Cluster cluster, KindMirror kind, KubeObject object, RowForms forms, RowCache rows, Instant now) {
        var relations = new Relations(cluster, forms, rows, now);
        var thing = new Thing(kind, object);
        relations.add(thing);
        relations.owners(thing, UP);
        relations.owned(thing);
        relations.others(thing);
        return relations.graph.json();
    }

    private boolean add(Thing thing) {
        if (graph.has(thing.id())) {
            return true;
        }
        if (!graph.room()) {
            return false;
        }
        Resource resource = thing.kind().resource();
        var table = forms.table(resource, false, List.of(cluster));
        Row row = rows.row(forms.form(cluster, resource, table, false), thing.object(), now);
        int status = table.column("Status") >= 0 ? table.column("Status") : table.column("Ready");
        ObjectNode about = Json.object()
                .put("id", thing.id())
                .put("resource", resource.toString())
                .put("kind", thing.kind().kind().kind())
                .put("namespace", thing.object().namespace())
                .put("name", thing.object().name())
                .put("uid", thing.object().uid().toString())
                .put("status", status < 0 ? "" : row.cells().get(status).asText());
        row.verdict().problem().ifPresent(problem -> about.set("problem", RowForm.json(problem)));
        graph.node(thing.id(), about);
        return true;
    }

    private void link(Thing from, String relation, Thing to) {
        if (add(from) && add(to)) {
            graph.edge(from.id(), relation, to.id());
        }
    }

    private void owners(Thing thing, int levels) {
        for (Owner owner : thing.object().owners()) {
            find(owner, thing.object().namespace()).ifPresent(above -> {
                link(above, "owns", thing);
                if (levels > 1) {
                    owners(above, levels - 1);
                }
            });
        }
    }

    private Optional<Thing> find(Owner owner, String namespace) {
        int slash = owner.apiVersion().indexOf('/');
        String group = slash < 0 ? "" : owner.apiVersion().substring(0, slash);
        return synced().stream()
                .filter(kind -> kind.kind().kind().equals(owner.kind())
                        && kind.resource().group().equals(group))
                .flatMap(kind -> kind
                        .store()
                        .snapshot()
                        .get(kind.kind().namespaced() ? namespace : "", owner.name())
                        .filter(object -> object.uid().equals(owner.uid()))
                        .map(object -> new Thing(kind, object))
                        .stream())
                .findFirst();
    }

    private void owned(Thing thing) {
        Map<Uid, List<Thing>> children = new HashMap<>();
        for (KindMirror kind : synced()) {
            String namespace = thing.object().namespace();
            var state = kind.store().snapshot();
            for (KubeObject object : namespace.isEmpty() ? state.list() : state.list(namespace)) {
                for (Owner owner : object.owners()) {
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
        JsonNode content = Json.parse(thing.object().content());
        String namespace = thing.object().namespace();
        switch (thing.kind().resource().toString()) {
            case "pods" -> {
                uses(thing, content);
                of("services", namespace)
                        .filter(service -> selects(service, thing))
                        .forEach(service -> link(service, "selects", thing));
            }
            case "services" -> {
                of("pods", namespace).filter(pod -> selects(thing, pod)).forEach(pod -> link(thing, "selects", pod));
                of("ingresses.networking.k8s.io", namespace)
                        .filter(ingress ->
                                backends(ingress).contains(thing.object().name()))
                        .forEach(ingress -> link(ingress, "routes to", thing));
            }
            case "ingresses.networking.k8s.io" ->
                backends(thing).stream()
                        .flatMap(name -> get("services", namespace, name).stream())
                        .forEach(service -> link(thing, "routes to", service));
            case "nodes" ->
                of("pods", "")
                        .filter(pod -> pod.object()
                                .field("spec.nodeName")
                                .equals(Optional.of(thing.object().name())))
                        .forEach(pod -> link(pod, "runs on", thing));
            default -> {}
        }
    }

    private void uses(Thing pod, JsonNode content) {
        String namespace = pod.object().namespace();
        JsonNode spec = content.path("spec");
        get("nodes", "", spec.path("nodeName").asText("")).ifPresent(node -> link(pod, "runs on", node));
        List<Optional<Thing>> used = new ArrayList<>();
        used.add(get(
                "serviceaccounts", namespace, spec.path("serviceAccountName").asText("")));
        for (JsonNode volume : spec.path("volumes")) {
            used.add(get(
                    "configmaps",
                    namespace,
                    volume.path("configMap").path("name").asText("")));
            used.add(get(
                    "secrets",
                    namespace,
                    volume.path("secret").path("secretName").asText("")));
            used.add(get(
                    "persistentvolumeclaims",
                    namespace,
                    volume.path("persistentVolumeClaim").path("claimName").asText("")));
            for (JsonNode source : volume.path("projected").path("sources")) {
                used.add(get(
                        "configmaps",
                        namespace,
                        source.path("configMap").path("name").asText("")));
            }
        }
        for (JsonNode container : spec.path("containers")) {
            for (JsonNode from : container.path("envFrom")) {
                used.add(get(
                        "configmaps",
                        namespace,
                        from.path("configMapRef").path("name").asText("")));
                used.add(get(
                        "secrets",
                        namespace,
                        from.path("secretRef").path("name").asText("")));
            }
            for (JsonNode variable : container.path("env")) {
                JsonNode from = variable.path("valueFrom");
                used.add(get(
                        "configmaps",
                        namespace,
                        from.path("configMapKeyRef").path("name").asText("")));
                used.add(get(
                        "secrets",
                        namespace,
                        from.path("secretKeyRef").path("name").asText("")));
            }
        }
        used.stream().flatMap(Optional::stream).forEach(thing -> link(pod, "uses", thing));
    }

    private static boolean selects(Thing service, Thing pod) {
        JsonNode selector = Json.parse(service.object().content()).path("spec").path("selector");
        return !selector.isEmpty()
                && selector.propertyStream()
                        .allMatch(wanted -> pod.object()
                                .labels()
                                .get(wanted.getKey())
                                .equals(Optional.of(wanted.getValue().asText())));
    }

    private static List<String> backends(Thing ingress) {
        JsonNode spec = Json.parse(ingress.object().content()).path("spec");
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

    private List<KindMirror> synced() {
        return cluster.mirror().kinds().stream().filter(KindMirror::synced).toList();
    }
}
