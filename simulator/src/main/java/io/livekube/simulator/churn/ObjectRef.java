package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;

/// Type, namespace and name of an object in the store.
record ObjectRef(ResourceType type, String namespace, String name) {
    static ObjectRef of(ResourceType type, ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return new ObjectRef(
                type, metadata.path("namespace").asText(), metadata.path("name").asText());
    }
}
