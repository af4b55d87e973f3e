package io.livekube.hub.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.KubeObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads objects, and writes documents in one line.
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final Logger LOG = LoggerFactory.getLogger(Json.class);

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static JsonNode parse(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("the mirror holds what is not JSON", e);
        }
    }

    /// An object's content; empty if it can't be read, as with a number of a thousand digits.
    static Optional<JsonNode> read(KubeObject object) {
        try {
            return Optional.of(MAPPER.readTree(object.content()));
        } catch (IOException e) {
            LOG.debug("{} can't be read, and is shown by its name only: {}", object.key(), e.getMessage());
            return Optional.empty();
        }
    }

    static byte[] bytes(JsonNode document) {
        try {
            return MAPPER.writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of values can always be written", e);
        }
    }
}
