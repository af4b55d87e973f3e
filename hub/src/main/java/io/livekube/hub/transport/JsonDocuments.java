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

/// Small JSON documents of the hub's own.
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

    /// Reads a document of our own.
    public static ObjectNode parse(byte[] json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new IllegalStateException("this was written as JSON", e);
        }
    }

    /// Reads what somebody else has written.
    ///
    /// @throws HttpProblem if it is not JSON
    public static JsonNode parseForeign(byte[] json) {
        try {
            return STRICT.readTree(json);
        } catch (StreamConstraintsException e) {
            throw HttpProblem.of(400, "The body is JSON that nobody would write: it is nested too deeply or too long.");
        } catch (IOException e) {
            throw HttpProblem.of(400, "The body is not JSON.");
        }
    }

    /// With a line end, for people with curl.
    public static byte[] bytes(JsonNode document) {
        byte[] json = part(document);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /// Without a line end, for a place within another document.
    public static byte[] part(JsonNode document) {
        try {
            return MAPPER.writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of values can always be written", e);
        }
    }
}
