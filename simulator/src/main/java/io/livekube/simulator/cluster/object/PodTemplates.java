package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pod templates of workloads, with the defaults that the API server fills in.
public final class PodTemplates {
    private static final List<String> CPU = List.of("50m", "100m", "250m", "500m");
    private static final List<String> MEMORY = List.of("128Mi", "256Mi", "512Mi", "1Gi");
    private static final List<String> CPU_LIMITS = List.of("1", "2", "4");
    private static final List<String> MEMORY_LIMITS = List.of("1536Mi", "2Gi", "4Gi");
    private static final ObjectNode PREFER_SPREAD = JsonTree.literal("""
            {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, podAffinityTerm: {
              labelSelector: {matchLabels: {'app.kubernetes.io/component': 'server'}},
              topologyKey: 'kubernetes.io/hostname'}}]}}""");

    private static final Template SERVICE = Template.of("service-pod-template");
    private static final Template NODE_AGENT = Template.of("node-agent-pod-template");
    private static final Template JOB = Template.of("job-pod-template");

    private PodTemplates() {}

    /// The template of a long-running service, sometimes with init containers, a sidecar, a secret and a
    /// cache volume.
    public static ObjectNode service(String app, Map<String, String> labels, Dice dice) {
        ArrayNode volumes = JsonTree.array();
        if (dice.chance(0.4)) {
            volumes.add(configVolume(app + "-config"));
        }
        if (dice.chance(0.1)) {
            volumes.add(JsonTree.object("name", "cache", "emptyDir", JsonTree.object("sizeLimit", "1Gi")));
        }
        if (dice.chance(0.2)) {
            volumes.add(JsonTree.object(
                    "name", "tls", "secret", JsonTree.object("secretName", app + "-tls", "defaultMode", 420)));
        }
        ArrayNode init = JsonTree.array();
        if (dice.chance(0.04)) {
            init.add(Containers.migration(app, dice));
        }
        if (dice.chance(0.03)) {
            init.add(Containers.sidecar(dice));
        }
        ArrayNode containers = JsonTree.array(Containers.server(app, volumes, resources(dice), dice));
        if (dice.chance(0.04)) {
            containers.add(Containers.metrics(dice));
        }
        ObjectNode security = dice.maybe(
                        0.3, () -> JsonTree.literal("{runAsUser: 10001, runAsNonRoot: true, fsGroup: 10001}"))
                .orElseGet(JsonTree::object);
        Optional<ObjectNode> affinity = dice.maybe(0.1, () -> PREFER_SPREAD);
        Map<String, String> annotations = dice.chance(0.3)
                ? Map.of("prometheus.io/port", "9090", "prometheus.io/scrape", "true")
                : Map.of("checksum/config", dice.hex(16));
        return SERVICE.fill(
                "labels", labels,
                "annotations", annotations,
                "volumes", JsonTree.unlessEmpty(volumes),
                "initContainers", JsonTree.unlessEmpty(init),
                "containers", containers,
                "app", app,
                "securityContext", security,
                "affinity", affinity);
    }

    /// The template of a node agent, which runs on the host's network.
    public static ObjectNode nodeAgent(String app, String image, Map<String, String> labels, Dice dice) {
        return NODE_AGENT.fill("labels", labels, "app", app, "image", image, "resources", resources(dice));
    }

    /// The template of a job's pod, which runs to completion.
    public static ObjectNode job(String app, Map<String, String> labels, Dice dice) {
        return JOB.fill(
                "labels", labels,
                "app", app,
                "resources", resources(dice),
                "version", Containers.version(dice),
                "env", JsonTree.unlessEmpty(Containers.environment(app, dice)));
    }

    /// Changes a template to another version of its first container's image.
    public static void roll(ObjectNode template, Dice dice) {
        ObjectNode container =
                (ObjectNode) template.path("spec").path("containers").get(0);
        String image = container.path("image").asText();
        container.put("image", image.substring(0, image.lastIndexOf(':') + 1) + Containers.version(dice));
    }

    /// A copy of a template with one more label, such as `pod-template-hash`.
    public static ObjectNode labelled(ObjectNode template, String label, String value) {
        ObjectNode copy = template.deepCopy();
        JsonTree.child(JsonTree.child(copy, "metadata"), "labels").put(label, value);
        return copy;
    }

    private static ObjectNode configVolume(String name) {
        return JsonTree.object("name", "config", "configMap", JsonTree.object("name", name, "defaultMode", 420));
    }

    private static ObjectNode resources(Dice dice) {
        return JsonTree.object(
                "limits", JsonTree.object("cpu", dice.pick(CPU_LIMITS), "memory", dice.pick(MEMORY_LIMITS)),
                "requests", JsonTree.object("cpu", dice.pick(CPU), "memory", dice.pick(MEMORY)));
    }
}
