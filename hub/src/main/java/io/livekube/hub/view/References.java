package io.livekube.hub.view;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Collects the objects that a pod's specification references: those in its namespace that it requires or would
/// use.
final class References {
    private static final List<String> CONTAINERS = List.of("initContainers", "containers", "ephemeralContainers");

    private final Set<ObjectView.Reference> found = new LinkedHashSet<>();

    private References() {}

    /// All references, each once, in the order of their occurrence.
    static Set<ObjectView.Reference> of(JsonNode pod) {
        JsonNode spec = pod.path("spec");
        var references = new References();
        references.add("serviceaccounts", spec.path("serviceAccountName"));
        spec.path("imagePullSecrets").forEach(secret -> references.add("secrets", secret.path("name")));
        spec.path("volumes").forEach(references::volume);
        for (String containers : CONTAINERS) {
            spec.path(containers).forEach(references::container);
        }
        return references.found;
    }

    private void volume(JsonNode volume) {
        add("configmaps", volume.path("configMap").path("name"));
        add("secrets", volume.path("secret").path("secretName"));
        add("persistentvolumeclaims", volume.path("persistentVolumeClaim").path("claimName"));
        for (JsonNode source : volume.path("projected").path("sources")) {
            add("configmaps", source.path("configMap").path("name"));
            add("secrets", source.path("secret").path("name"));
        }
    }

    private void container(JsonNode container) {
        for (JsonNode from : container.path("envFrom")) {
            add("configmaps", from.path("configMapRef").path("name"));
            add("secrets", from.path("secretRef").path("name"));
        }
        for (JsonNode variable : container.path("env")) {
            JsonNode from = variable.path("valueFrom");
            add("configmaps", from.path("configMapKeyRef").path("name"));
            add("secrets", from.path("secretKeyRef").path("name"));
        }
    }

    private void add(String resource, JsonNode name) {
        if (!name.asText("").isEmpty()) {
            found.add(new ObjectView.Reference(resource, name.asText()));
        }
    }
}
