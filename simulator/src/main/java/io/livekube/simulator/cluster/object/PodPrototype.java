package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The part that all pods of one owner share, computed once: the template after admission, and its managed
/// fields.
public final class PodPrototype {
    private static final ArrayNode DEFAULT_TOLERATIONS = JsonTree.array(
            JsonTree.literal(
                    "{key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300}"),
            JsonTree.literal(
                    "{key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300}"));
    private static final ArrayNode API_ACCESS_SOURCES =
            (ArrayNode) JsonTree.literal("""
            {sources: [
              {serviceAccountToken: {expirationSeconds: 3607, path: 'token'}},
              {configMap: {name: 'kube-root-ca.crt', items: [{key: 'ca.crt', path: 'ca.crt'}]}},
              {downwardAPI: {items: [{path: 'namespace', fieldRef: {apiVersion: 'v1', fieldPath: 'metadata.namespace'}}]}}
            ]}""").get("sources");
    /// Fields that follow `nodeName` in the specs that the API server returns.
    private static final Set<String> AFTER_NODE_NAME =
            Set.of("hostNetwork", "securityContext", "affinity", "schedulerName", "tolerations", "priorityClassName");

    private final String namespace;
    private final ControllerReference owner;
    private final ObjectNode spec;
    private final Map<String, String> labels;
    private final Map<String, String> annotations;
    private final ObjectNode managedSpec;
    private final String qosClass;
    private final Set<String> names = new HashSet<>();

    public PodPrototype(ObjectNode owner, ObjectNode template) {
        this.namespace = owner.path("metadata").path("namespace").asText();
        this.owner = ControllerReference.of(owner);
        this.spec = JsonTree.child(template, "spec");
        this.labels = JsonTree.strings(template.path("metadata").path("labels"));
        this.annotations = JsonTree.strings(template.path("metadata").path("annotations"));
        this.managedSpec = FieldsV1.of(JsonTree.object("spec", spec));
        this.qosClass = qosClass(spec);
    }

    /// The prototype of the pods of an owner, whose template has its labels already.
    public static PodPrototype of(ObjectNode owner) {
        return new PodPrototype(owner, (ObjectNode) owner.path("spec").path("template"));
    }

    /// A pod with a random name suffix that is unique within this prototype.
    public ObjectNode pod(Instant created, Dice dice) {
        String prefix = owner.name() + "-";
        String name = prefix + dice.suffix(5);
        while (!names.add(name)) {
            name = prefix + dice.suffix(5);
        }
        return pod(Metadata.of(namespace, name, dice, created).generatedFrom(prefix), Map.of(), Optional.empty(), dice);
    }

    /// A pod of a stateful set, with its ordinal and its own claim.
    public ObjectNode ordinal(int ordinal, String claim, Instant created, Dice dice) {
        String name = owner.name() + "-" + ordinal;
        ObjectNode data = JsonTree.object(
                "name", "data", "persistentVolumeClaim", JsonTree.object("claimName", claim + "-" + name));
        return pod(
                Metadata.of(namespace, name, dice, created).generatedFrom(owner.name() + "-"),
                Map.of(
                        "apps.kubernetes.io/pod-index",
                        Integer.toString(ordinal),
                        "statefulset.kubernetes.io/pod-name",
                        name),
                Optional.of(data),
                dice);
    }

    private ObjectNode pod(Metadata base, Map<String, String> more, Optional<ObjectNode> volume, Dice dice) {
        Map<String, String> all = new LinkedHashMap<>(labels);
        all.putAll(new TreeMap<>(more));
        Metadata metadata = base.labelled(all).annotated(annotations).ownedBy(owner);
        ObjectNode fields = JsonTree.object("f:metadata", metadata.ownedFields());
        fields.setAll(managedSpec);
        ObjectNode tree = metadata.tree(true);
        tree.set(
                "managedFields",
                JsonTree.array(FieldsV1.entry("kube-controller-manager", "v1", metadata.created(), fields)));
        ObjectNode pod = JsonTree.object("kind", "Pod", "apiVersion", "v1", "metadata", tree);
        pod.set("spec", admitted(volume, dice));
        pod.set("status", JsonTree.object("phase", "Pending", "qosClass", qosClass));
        return pod;
    }

    /// Binds a pod to a node, as the scheduler does.
    public static void bind(ObjectNode pod, String node) {
        ObjectNode spec = JsonTree.child(pod, "spec");
        ObjectNode bound = JsonTree.object();
        spec.properties().forEach(field -> {
            if (AFTER_NODE_NAME.contains(field.getKey()) && !bound.has("nodeName")) {
                bound.put("nodeName", node);
            }
            bound.set(field.getKey(), field.getValue());
        });
        pod.set("spec", bound);
    }

    private ObjectNode admitted(Optional<ObjectNode> volume, Dice dice) {
        String access = "kube-api-access-" + dice.suffix(5);
        ObjectNode mount = JsonTree.object(
                "name", access, "readOnly", true, "mountPath", "/var/run/secrets/kubernetes.io/serviceaccount");
        ArrayNode volumes = JsonTree.array();
        volume.ifPresent(volumes::add);
        spec.path("volumes").forEach(volumes::add);
        volumes.add(JsonTree.object(
                "name", access, "projected", JsonTree.object("sources", API_ACCESS_SOURCES, "defaultMode", 420)));
        ObjectNode pod = JsonTree.object("volumes", volumes);
        spec.properties().forEach(field -> {
            switch (field.getKey()) {
                case "volumes", "tolerations", "schedulerName", "priorityClassName" -> {}
                case "containers", "initContainers" -> pod.set(field.getKey(), mounted(field.getValue(), mount));
                case "dnsPolicy" -> {
                    pod.set("dnsPolicy", field.getValue());
                    if (!spec.has("serviceAccountName")) {
                        pod.put("serviceAccountName", "default");
                        pod.put("serviceAccount", "default");
                    }
                }
                default -> pod.set(field.getKey(), field.getValue());
            }
        });
        pod.set("schedulerName", spec.path("schedulerName"));
        ArrayNode tolerations = JsonTree.list(spec.path("tolerations"));
        tolerations.addAll(DEFAULT_TOLERATIONS);
        pod.set("tolerations", tolerations);
        boolean critical = spec.has("priorityClassName");
        if (critical) {
            pod.set("priorityClassName", spec.path("priorityClassName"));
        }
        pod.put("priority", critical ? 2_000_001_000 : 0);
        pod.put("enableServiceLinks", true);
        pod.put("preemptionPolicy", "PreemptLowerPriority");
        return pod;
    }

    private static ArrayNode mounted(JsonNode containers, ObjectNode mount) {
        ArrayNode all = JsonTree.array();
        for (JsonNode container : containers) {
            ObjectNode copy = JsonTree.object();
            copy.setAll((ObjectNode) container);
            ArrayNode mounts = JsonTree.list(container.path("volumeMounts"));
            mounts.add(mount);
            copy.set("volumeMounts", mounts);
            all.add(copy);
        }
        return all;
    }

    private static String qosClass(ObjectNode spec) {
        boolean any = false;
        boolean guaranteed = true;
        for (String list : new String[] {"containers", "initContainers"}) {
            for (JsonNode container : spec.path(list)) {
                JsonNode resources = container.path("resources");
                any |= !resources.path("requests").isEmpty()
                        || !resources.path("limits").isEmpty();
                guaranteed &= !resources.path("limits").isEmpty()
                        && resources.path("limits").equals(resources.path("requests"));
            }
        }
        return guaranteed ? "Guaranteed" : any ? "Burstable" : "BestEffort";
    }
}
