package io.livekube.core.listwatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.RequestFailure;
import io.livekube.core.http.RequestFailedException;
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

    /// The version of the collection.
    long version() throws RequestFailedException {
        try {
            return Long.parseUnsignedLong(resourceVersion);
        } catch (NumberFormatException e) {
            throw new RequestFailedException(new RequestFailure.Transient(
                    "the list's resourceVersion is not a number: '" + resourceVersion + "'"));
        }
    }

    static String itemKind(String listKind) {
        return listKind.endsWith("List") && !listKind.equals("List")
                ? listKind.substring(0, listKind.length() - "List".length())
                : "";
    }
}
