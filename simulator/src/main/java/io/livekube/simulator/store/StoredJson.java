package io.livekube.simulator.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/// JSON parser and writer of the store; preserves numbers exactly.
public final class StoredJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /// Parses JSON that this process has written, without checks for duplicate names or trailing text.
    private static final ObjectMapper TRUSTED = new JsonMapper();

    private StoredJson() {}

    public static ObjectNode object() {
        return TRUSTED.createObjectNode();
    }

    public static ObjectNode object(String kind, String apiVersion) {
        return object().put("kind", kind).put("apiVersion", apiVersion);
    }

    /// Parses JSON from a client.
    ///
    /// @throws JsonProcessingException if the bytes are not one JSON value
    public static JsonNode parse(byte[] json) throws JsonProcessingException {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ObjectNode parseStored(byte[] json) {
        try {
            return (ObjectNode) TRUSTED.readTree(json);
        } catch (IOException e) {
            throw new IllegalStateException("a stored object is not valid JSON", e);
        }
    }

    public static byte[] bytes(JsonNode tree) {
        try {
            return TRUSTED.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree cannot be written", e);
        }
    }

    static ObjectMapper writer() {
        return TRUSTED;
    }
}
