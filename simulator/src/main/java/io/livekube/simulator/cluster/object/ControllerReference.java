package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;

/// Owner reference to the controller of an object.
public record ControllerReference(String apiVersion, String kind, String name, String uid) {

    public static ControllerReference of(ResourceType type, ObjectNode object) {
        ObjectNode metadata = JsonTree.child(object, "metadata");
        return new ControllerReference(
                type.apiVersion(),
                type.kind(),
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
