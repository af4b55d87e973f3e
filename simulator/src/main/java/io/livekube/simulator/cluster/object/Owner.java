package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;

/// The controller of an object, as its owner reference names it.
public record Owner(String apiVersion, String kind, String name, String uid) {

    public static Owner of(ResourceType type, ObjectNode object) {
        ObjectNode metadata = Json.child(object, "metadata");
        return new Owner(
                type.apiVersion(),
                type.kind(),
                metadata.path("name").asText(),
                metadata.path("uid").asText());
    }

    public ObjectNode reference() {
        return Json.object(
                "apiVersion",
                apiVersion,
                "kind",
                kind,
                "name",
                name,
                "uid",
                uid,
                "controller",
                true,
                "blockOwnerDeletion",
                true);
    }
}
