package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.table.TableLayout;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.Catalog.CustomType;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredJson;
import io.livekube.simulator.store.StoredObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Writes objects, lists and bookmarks of one type in one representation.
final class ObjectEncoder {
    static final String JSON = "application/json";

    private static final String META_GROUP = "meta.k8s.io/";
    private static final byte[] OPEN = bytes("{");

    private final ResourceType type;
    private final boolean custom;
    private final Representation representation;
    private final TableLayout layout;
    private final InstantSource clock;
    private final byte[] head;

    ObjectEncoder(ResourceType type, Catalog catalog, Representation representation, InstantSource clock) {
        this.type = type;
        this.custom = catalog.custom(type).isPresent();
        this.representation = representation;
        this.layout = TableLayout.of(
                type.qualifiedName(),
                catalog.custom(type).map(CustomType::columns).orElse(List.of()));
        this.clock = clock;
        this.head = bytes("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",");
    }

    /// Metadata of one page of a list.
    record ListMeta(long revision, Optional<String> continueToken, Optional<Long> remaining) {
        ObjectNode toTree() {
            ObjectNode metadata = StoredJson.object();
            metadata.put("resourceVersion", Long.toString(revision));
            continueToken.ifPresent(token -> metadata.put("continue", token));
            remaining.ifPresent(count -> metadata.put("remainingItemCount", count));
            return metadata;
        }
    }

    /// Writes a single object.
    ///
    /// @param withColumns whether a table has column definitions: always, except after the first event of a
    /// watch
    void object(OutputStream out, StoredObject object, boolean withColumns) throws IOException {
        switch (representation) {
            case Representation.Plain() -> {
                out.write(head);
                out.write(object.json(), object.bodyOffset(), object.json().length - object.bodyOffset());
            }
            case Representation.Partial partial ->
                out.write(StoredJson.bytes(partial(partial.version(), object.toTree())));
            case Representation.Table table -> {
                ObjectNode metadata = StoredJson.object();
                metadata.put("resourceVersion", Long.toString(object.revision()));
                ArrayNode rows = StoredJson.object().arrayNode();
                rows.add(row(table, object.toTree()));
                out.write(StoredJson.bytes(table(table, metadata, rows, withColumns)));
            }
        }
    }

    /// Writes an object that is not stored: the result of a dry run, a bookmark.
    void tree(OutputStream out, ObjectNode object, boolean withColumns) throws IOException {
        switch (representation) {
            case Representation.Plain() -> out.write(StoredJson.bytes(object));
            case Representation.Partial partial -> out.write(StoredJson.bytes(partial(partial.version(), object)));
            case Representation.Table table -> {
                ObjectNode metadata = StoredJson.object();
                metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
                ArrayNode rows = StoredJson.object().arrayNode();
                rows.add(row(table, object));
                out.write(StoredJson.bytes(table(table, metadata, rows, withColumns)));
            }
        }
    }

    void list(OutputStream out, ListMeta meta, List<StoredObject> objects) throws IOException {
        switch (representation) {
            case Representation.Plain() -> {
                listHead(out, type.listKind(), type.apiVersion(), meta);
                boolean first = true;
                for (StoredObject object : objects) {
                    out.write(bytes(first ? "" : ","));
                    out.write(custom ? head : OPEN);
                    out.write(object.json(), object.bodyOffset(), object.json().length - object.bodyOffset());
                    first = false;
                }
            }
            case Representation.Partial partial -> {
                listHead(out, "PartialObjectMetadataList", META_GROUP + partial.version(), meta);
                boolean first = true;
                for (StoredObject object : objects) {
                    out.write(bytes(first ? "" : ","));
                    out.write(StoredJson.bytes(partial(partial.version(), object.toTree())));
                    first = false;
                }
            }
            case Representation.Table table -> {
                out.write(bytes(
                        "{\"kind\":\"Table\",\"apiVersion\":\"" + META_GROUP + table.version() + "\",\"metadata\":"));
                out.write(StoredJson.bytes(meta.toTree()));
                out.write(bytes(",\"columnDefinitions\":"));
                out.write(StoredJson.bytes(layout.definitions()));
                out.write(bytes(",\"rows\":["));
                boolean first = true;
                for (StoredObject object : objects) {
                    out.write(bytes(first ? "" : ","));
                    out.write(StoredJson.bytes(row(table, object.toTree())));
                    first = false;
                }
            }
        }
        out.write(bytes("]}\n"));
    }

    /// An object of this type that has only a resourceVersion.
    ObjectNode bookmark(long revision, boolean endOfInitialEvents) {
        ObjectNode object = StoredJson.object();
        object.put("kind", type.kind());
        object.put("apiVersion", type.apiVersion());
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(revision));
        if (endOfInitialEvents) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        return object;
    }

    private static void listHead(OutputStream out, String kind, String apiVersion, ListMeta meta) throws IOException {
        out.write(bytes("{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":"));
        out.write(StoredJson.bytes(meta.toTree()));
        out.write(bytes(",\"items\":["));
    }

    private static ObjectNode partial(String version, ObjectNode object) {
        ObjectNode partial = StoredJson.object();
        partial.put("kind", "PartialObjectMetadata");
        partial.put("apiVersion", META_GROUP + version);
        partial.set("metadata", object.path("metadata"));
        return partial;
    }

    private ObjectNode table(Representation.Table table, ObjectNode metadata, ArrayNode rows, boolean withColumns) {
        ObjectNode tree = StoredJson.object();
        tree.put("kind", "Table");
        tree.put("apiVersion", META_GROUP + table.version());
        tree.set("metadata", metadata);
        if (withColumns) {
            tree.set("columnDefinitions", layout.definitions());
        } else {
            tree.putNull("columnDefinitions");
        }
        tree.set("rows", rows);
        return tree;
    }

    private ObjectNode row(Representation.Table table, ObjectNode object) {
        ObjectNode row = StoredJson.object();
        row.set("cells", layout.cells(object, clock.instant()));
        switch (table.include()) {
            case NONE -> row.putNull("object");
            case METADATA -> row.set("object", partial(table.version(), object));
            case OBJECT -> {
                object.put("apiVersion", type.apiVersion());
                row.set("object", object);
            }
        }
        return row;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
