package io.livekube.core.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/// What a LIST says before or behind its items.
///
/// @param itemKind the kind of the items: that of the list without `List`; empty for untyped lists
record ListHead(String itemKind, String resourceVersion, String continueToken) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static ListHead read(byte[] envelope) throws IOException {
        JsonNode list = JSON.readTree(envelope);
        JsonNode metadata = list.path("metadata");
        String kind = list.path("kind").asText();
        return new ListHead(
                kind.endsWith("List") && !kind.equals("List") ? kind.substring(0, kind.length() - 4) : "",
                metadata.path("resourceVersion").asText(),
                metadata.path("continue").asText());
    }
}
