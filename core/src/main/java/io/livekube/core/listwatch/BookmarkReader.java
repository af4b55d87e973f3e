package io.livekube.core.listwatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.watch.ReflectorSignal;
import java.io.IOException;

/// Reads the version of a BOOKMARK event.
final class BookmarkReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private BookmarkReader() {}

    static ReflectorSignal.Bookmark read(byte[] object) throws IOException, MalformedJsonException {
        JsonNode metadata = JSON.readTree(object).path("metadata");
        try {
            return new ReflectorSignal.Bookmark(
                    Long.parseUnsignedLong(metadata.path("resourceVersion").asText()),
                    metadata.path("annotations")
                            .path(INITIAL_EVENTS_END)
                            .asText()
                            .equals("true"));
        } catch (NumberFormatException e) {
            throw new MalformedJsonException("bookmark without a version");
        }
    }
}
