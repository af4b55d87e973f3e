package io.livekube.testkit.contract;

import com.fasterxml.jackson.databind.JsonNode;

/// Event received from a watch.
public record ReceivedEvent(String type, JsonNode object) {

    public String name() {
        return Manifests.name(object);
    }

    public long version() {
        return Manifests.version(object);
    }

    /// Type and name, for comparing whole sequences.
    public String summary() {
        return type + " " + name();
    }

    /// Whether this is the bookmark that ends the initial events.
    public boolean endsInitialEvents() {
        return type.equals("BOOKMARK")
                && object.at("/metadata/annotations/k8s.io~1initial-events-end")
                        .asText()
                        .equals("true");
    }
}
