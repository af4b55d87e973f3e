package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// Owner reference to the controller of an object.
public record ControllerReference(String apiVersion, String kind, String name, String uid) {

    public static ControllerReference of(ObjectNode controller) {
        ObjectNode metadata = JsonTree.child(controller, "metadata");
        return new ControllerReference(
                controller.path("apiVersion").asText(),
                controller.path("kind").asText(),
                metadata.path("name").asText(),
                metadata.path("uid").asText());
    }

    public ObjectNode reference() {
        return JsonTree.object(
                "apiVersion", apiVersion,
                "kind", kind,
                "name", name,
                "uid", uid,
                "controller", true,
                "blockOwnerDeletion", true);
    }
}
