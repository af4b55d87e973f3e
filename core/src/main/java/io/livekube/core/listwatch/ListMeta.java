package io.livekube.core.listwatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/// Metadata of a LIST, sent before or after its items.
///
/// @param itemKind the kind of the items: that of the list without `List`; empty for untyped lists
record ListMeta(String itemKind, String resourceVersion, String continueToken) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static ListMeta read(byte[] envelope) throws IOException {
        JsonNode list = JSON.readTree(envelope);
        JsonNode metadata = list.path("metadata");
        return new ListMeta(
                itemKind(list.path("kind").asText()),
                metadata.path("resourceVersion").asText(),
                metadata.path("continue").asText());
    }

    static String itemKind(String listKind) {
        return listKind.endsWith("List") && !listKind.equals("List")
                ? listKind.substring(0, listKind.length() - "List".length())
                : "";
    }
}
