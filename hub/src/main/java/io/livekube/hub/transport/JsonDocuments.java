package io.livekube.hub.transport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;

/// Reads and writes small JSON documents.
public final class JsonDocuments {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonDocuments() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /// Parses a document written by the hub.
    public static ObjectNode parse(byte[] json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new IllegalStateException("invalid JSON in a document written by the hub", e);
        }
    }

    /// Parses a document from an external source.
    ///
    /// @throws HttpProblem 400 if the document is not valid JSON
    public static JsonNode parseForeign(byte[] json) {
        try {
            return STRICT.readTree(json);
        } catch (StreamConstraintsException e) {
            throw HttpProblem.of(
                    400, "Request body rejected: JSON is nested too deeply or contains a value that is too long.");
        } catch (IOException e) {
            throw HttpProblem.of(400, "Request body is not valid JSON.");
        }
    }

    /// Encodes a document with a trailing newline, for readability in a terminal.
    public static byte[] bytes(JsonNode document) {
        byte[] json = part(document);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /// Encodes a document without a trailing newline, for embedding in another document.
    public static byte[] part(JsonNode document) {
        try {
            return MAPPER.writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("failed to write a JSON tree", e);
        }
    }
}
