package io.livekube.simulator.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Serializes a tree to the bytes of a [StoredObject]; used by the store's writer only.
final class ObjectWriter {
    private static final int TYPICAL_SIZE = 8 << 10;

    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(TYPICAL_SIZE);

    /// The JSON before an object's first field after `kind` and `apiVersion`.
    static byte[] head(ResourceType type) {
        return ("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",")
                .getBytes(StandardCharsets.UTF_8);
    }

    byte[] write(ResourceType type, ObjectNode object) {
        buffer.reset();
        try (JsonGenerator json = StoredJson.writer().createGenerator(buffer)) {
            json.writeStartObject();
            json.writeStringField("kind", type.kind());
            json.writeStringField("apiVersion", type.apiVersion());
            JsonNode metadata = object.get("metadata");
            json.writeFieldName("metadata");
            json.writeTree(metadata);
            for (var field : object.properties()) {
                switch (field.getKey()) {
                    case "kind", "apiVersion", "metadata" -> {}
                    default -> {
                        json.writeFieldName(field.getKey());
                        json.writeTree(field.getValue());
                    }
                }
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return buffer.toByteArray();
    }
}
