package io.livekube.hub.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.livekube.apimachinery.table.TableLayout;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.discovery.CustomKindDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Encodes a `Table` of meta.k8s.io in pieces: [#head], then the [#row]s separated by commas, then [#END].
///
/// @param version of the table, `v1` or `v1beta1`
/// @param include the part of the object that each row includes
public record TableRows(TableLayout layout, String version, Include include) {
    /// End of a table.
    public static final String END = "]}\n";

    private static final Logger LOG = LoggerFactory.getLogger(TableRows.class);
    private static final JsonMapper MAPPER = new JsonMapper();

    /// The part of the object that a row includes.
    public enum Include {
        NONE,
        METADATA,
        OBJECT
    }

    /// The layout of a kind's table.
    ///
    /// @param definition CustomResourceDefinition of a custom kind, if known
    public static TableLayout layout(Resource resource, Optional<CustomKindDefinition> definition) {
        return TableLayout.of(
                resource.toString(),
                definition
                        .flatMap(known -> known.version(resource.version()))
                        .map(CustomKindDefinition.Version::columns)
                        .orElse(List.of()));
    }

    /// Encodes everything before the first row.
    ///
    /// @param metadata metadata of the list
    public byte[] head(ObjectNode metadata) {
        ObjectNode table = MAPPER.createObjectNode().put("kind", "Table").put("apiVersion", apiVersion());
        table.set("metadata", metadata);
        table.set("columnDefinitions", layout.definitions());
        table.putArray("rows");
        byte[] whole = bytes(table);
        return Arrays.copyOf(whole, whole.length - "]}".length());
    }

    /// Like [#head], but without column definitions, for the later events of a watch.
    public byte[] headWithoutColumns(ObjectNode metadata) {
        ObjectNode table = MAPPER.createObjectNode().put("kind", "Table").put("apiVersion", apiVersion());
        table.set("metadata", metadata);
        table.putNull("columnDefinitions");
        table.putArray("rows");
        byte[] whole = bytes(table);
        return Arrays.copyOf(whole, whole.length - "]}".length());
    }

    /// Encodes the row of an object. If the object is too deep or too large to be parsed, the row has its name,
    /// and `<unknown>` in all other columns.
    public byte[] row(KubeObject object, Instant now) {
        return row(object, object.content(), object::json, now);
    }

    /// Encodes the row of an object as sent in an event, whose version may differ.
    ///
    /// @param json the complete object
    public byte[] row(KubeObject object, byte[] json, Instant now) {
        return row(object, json, () -> json, now);
    }

    private byte[] row(KubeObject object, byte[] content, Supplier<byte[]> json, Instant now) {
        Optional<JsonNode> read = parse(content, object);
        ObjectNode row = MAPPER.createObjectNode();
        row.set("cells", read.map(known -> layout.cells(known, now)).orElseGet(() -> layout.unreadable(object.name())));
        read.flatMap(layout.completed())
                .ifPresent(completed -> row.putArray("conditions")
                        .addObject()
                        .put("type", "Completed")
                        .put("status", "True")
                        .put("reason", completed.reason())
                        .put("message", completed.message()));
        switch (include) {
            case NONE -> row.set("object", NullNode.instance);
            case METADATA ->
                row.putObject("object")
                        .put("kind", "PartialObjectMetadata")
                        .put("apiVersion", apiVersion())
                        .set(
                                "metadata",
                                read.map(known -> known.path("metadata")).orElseGet(() -> head(object)));
            case OBJECT -> row.putRawValue("object", new RawValue(new String(json.get(), StandardCharsets.UTF_8)));
        }
        return bytes(row);
    }

    private String apiVersion() {
        return "meta.k8s.io/" + version;
    }

    /// Parses an object. Valid JSON may exceed the limits of the tree parser: numbers of a thousand digits, a
    /// thousand levels.
    private static Optional<JsonNode> parse(byte[] json, KubeObject object) {
        try {
            return Optional.of(MAPPER.readTree(json));
        } catch (IOException e) {
            LOG.debug("{}: row without cells: the object can't be parsed", object.key(), e);
            return Optional.empty();
        }
    }

    /// Metadata that is known without the object's content.
    private static JsonNode head(KubeObject object) {
        ObjectNode metadata = MAPPER.createObjectNode().put("name", object.name());
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        return metadata.put("uid", object.uid().toString())
                .put("resourceVersion", Long.toUnsignedString(object.resourceVersion()));
    }

    private static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("failed to write a JSON tree", e);
        }
    }
}
