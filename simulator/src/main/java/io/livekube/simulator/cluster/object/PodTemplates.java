package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Pod templates as workloads carry them, with the defaults that the API server fills in.
public final class PodTemplates {
    private static final List<String> CPU = List.of("50m", "100m", "250m", "500m");
    private static final List<String> MEMORY = List.of("128Mi", "256Mi", "512Mi", "1Gi");
    private static final List<String> CPU_LIMITS = List.of("1", "2", "4");
    private static final List<String> MEMORY_LIMITS = List.of("1536Mi", "2Gi", "4Gi");
    private static final ObjectNode PREFER_SPREAD = JsonTree.literal("""
            {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, podAffinityTerm: {
              labelSelector: {matchLabels: {'app.kubernetes.io/component': 'server'}},
              topologyKey: 'kubernetes.io/hostname'}}]}}""");

    private PodTemplates() {}

    /// The template of a long-running service: perhaps with init containers, a sidecar, a secret and a cache
    /// volume.
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
        ObjectNode spec = JsonTree.object(
                "volumes",
                volumes.isEmpty() ? Optional.empty() : volumes,
                "initContainers",
                init.isEmpty() ? Optional.empty() : init,
                "containers",
                containers,
                "restartPolicy",
                "Always",
                "terminationGracePeriodSeconds",
                30,
                "dnsPolicy",
                "ClusterFirst",
                "serviceAccountName",
                app,
                "serviceAccount",
                app,
                "securityContext",
                dice.chance(0.3)
                        ? JsonTree.literal("{runAsUser: 10001, runAsNonRoot: true, fsGroup: 10001}")
                        : JsonTree.object(),
                "affinity",
                dice.chance(0.1) ? Optional.of(PREFER_SPREAD) : Optional.empty(),
                "schedulerName",
                "default-scheduler");
        return template(
                labels,
                dice.chance(0.3)
                        ? Map.of("prometheus.io/port", "9090", "prometheus.io/scrape", "true")
                        : Map.of("checksum/config", dice.hex(16)),
                spec);
    }

    /// The template of a per-node agent on the host's network.
    public static ObjectNode nodeAgent(String app, String image, Map<String, String> labels, Dice dice) {
        ArrayNode volumes = JsonTree.array(
                JsonTree.literal("{name: 'lib-modules', hostPath: {path: '/lib/modules', type: ''}}"),
                JsonTree.literal("{name: 'xtables-lock', hostPath: {path: '/run/xtables.lock', type: 'FileOrCreate'}}"),
                JsonTree.object("name", "config", "configMap", JsonTree.object("name", app, "defaultMode", 420)));
        ObjectNode spec = JsonTree.object(
                "volumes",
                volumes,
                "containers",
                JsonTree.array(Containers.agent(app, image, resources(dice))),
                "restartPolicy",
                "Always",
                "terminationGracePeriodSeconds",
                30,
                "dnsPolicy",
                "ClusterFirst",
                "nodeSelector",
                Map.of("kubernetes.io/os", "linux"),
                "serviceAccountName",
                app,
                "serviceAccount",
                app,
                "hostNetwork",
                true,
                "securityContext",
                JsonTree.object(),
                "schedulerName",
                "default-scheduler",
                "tolerations",
                JsonTree.array(JsonTree.object("operator", "Exists")),
                "priorityClassName",
                "system-node-critical");
        return template(labels, Map.of(), spec);
    }

    /// The template of a job: runs once and completes.
    public static ObjectNode chore(String app, Map<String, String> labels, Dice dice) {
        ArrayNode volumes = JsonTree.array(
                JsonTree.object(
                        "name", "config", "configMap", JsonTree.object("name", app + "-config", "defaultMode", 420)),
                JsonTree.object("name", "scratch", "emptyDir", JsonTree.object()));
        ObjectNode spec = JsonTree.object(
                "volumes",
                volumes,
                "containers",
                JsonTree.array(Containers.task(app, volumes, resources(dice), dice)),
                "restartPolicy",
                "Never",
                "terminationGracePeriodSeconds",
                30,
                "dnsPolicy",
                "ClusterFirst",
                "securityContext",
                JsonTree.object(),
                "schedulerName",
                "default-scheduler");
        return template(labels, Map.of(), spec);
    }

    /// The same template at another version of its first container's image.
    public static void roll(ObjectNode template, Dice dice) {
        ObjectNode container =
                (ObjectNode) template.path("spec").path("containers").get(0);
        String image = container.path("image").asText();
        container.put("image", image.substring(0, image.lastIndexOf(':') + 1) + Containers.version(dice));
    }

    /// The same template with one label more, as controllers add `pod-template-hash`.
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

    private static ObjectNode template(Map<String, String> labels, Map<String, String> annotations, ObjectNode spec) {
        return JsonTree.object(
                "metadata",
                JsonTree.object(
                        "labels",
                        new TreeMap<>(labels),
                        "annotations",
                        annotations.isEmpty() ? Optional.empty() : new TreeMap<>(annotations)),
                "spec",
                spec);
    }
}
