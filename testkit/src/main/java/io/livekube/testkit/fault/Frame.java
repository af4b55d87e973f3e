package io.livekube.testkit.fault;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Frame of a watch: one line with an event, as the upstream sent it.
public final class Frame {

    private static final JsonMapper JSON = new JsonMapper();

    private final int number;
    private final byte[] bytes;

    Frame(int number, byte[] bytes) {
        this.number = number;
        this.bytes = bytes;
    }

    /// The position in the upstream's stream, from 1.
    public int number() {
        return number;
    }

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`; empty if the frame is no event.
    public String type() {
        return json().path("type").asText("");
    }

    /// The event's object, or a missing node if the frame is no event.
    public JsonNode object() {
        return json().path("object");
    }

    public String name() {
        return object().at("/metadata/name").asText("");
    }

    byte[] bytes() {
        return bytes;
    }

    private JsonNode json() {
        try {
            return JSON.readTree(bytes);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }
}
