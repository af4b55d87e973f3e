package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Defaults that the API server fills in on creation, as far as selectors and tables depend on them.
final class CreationDefaults {
    private CreationDefaults() {}

    static void apply(ResourceType type, ObjectNode object) {
        if (type.hasStatus()) {
            object.remove("status");
        }
        switch (type.qualifiedName()) {
            case "namespaces" -> {
                String name = object.path("metadata").path("name").asText();
                object.withObject("/metadata/labels").put("kubernetes.io/metadata.name", name);
                object.withObject("/spec").withArray("finalizers").removeAll().add("kubernetes");
                object.withObject("/status").put("phase", "Active");
            }
            case "pods" -> {
                ObjectNode spec = object.withObject("/spec");
                put(spec, "restartPolicy", "Always");
                put(spec, "dnsPolicy", "ClusterFirst");
                put(spec, "schedulerName", "default-scheduler");
                if (!spec.has("terminationGracePeriodSeconds")) {
                    spec.put("terminationGracePeriodSeconds", 30);
                }
                object.withObject("/status").put("phase", "Pending");
            }
            case "services" -> {
                put(object.withObject("/spec"), "type", "ClusterIP");
                for (JsonNode port : object.path("spec").path("ports")) {
                    if (port instanceof ObjectNode p) {
                        put(p, "protocol", "TCP");
                    }
                }
                object.withObject("/status").putObject("loadBalancer");
            }
            case "secrets" -> secret(object);
            case "deployments.apps", "replicasets.apps", "statefulsets.apps" -> one(object, "replicas");
            case "jobs.batch" -> {
                one(object, "completions");
                one(object, "parallelism");
            }
            case "persistentvolumes" -> {
                put(object.withObject("/spec"), "persistentVolumeReclaimPolicy", "Retain");
                put(object.withObject("/spec"), "volumeMode", "Filesystem");
                object.withObject("/status").put("phase", "Pending");
            }
            case "persistentvolumeclaims" -> {
                put(object.withObject("/spec"), "volumeMode", "Filesystem");
                object.withObject("/status").put("phase", "Pending");
            }
            case "storageclasses.storage.k8s.io" -> {
                put(object, "reclaimPolicy", "Delete");
                put(object, "volumeBindingMode", "Immediate");
            }
            default -> {}
        }
    }

    private static void secret(ObjectNode object) {
        put(object, "type", "Opaque");
        JsonNode plain = object.remove("stringData");
        if (plain != null) {
            ObjectNode data = object.withObject("/data");
            for (var entry : plain.properties()) {
                byte[] bytes = entry.getValue().asText().getBytes(StandardCharsets.UTF_8);
                data.put(entry.getKey(), Base64.getEncoder().encodeToString(bytes));
            }
        }
    }

    private static void put(ObjectNode node, String field, String value) {
        if (!node.hasNonNull(field)) {
            node.put(field, value);
        }
    }

    private static void one(ObjectNode object, String field) {
        ObjectNode spec = object.withObject("/spec");
        if (!spec.hasNonNull(field)) {
            spec.put(field, 1);
        }
    }
}
