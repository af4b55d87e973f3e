package io.livekube.simulator.api;

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
        if (representation instanceof Representation.Plain) {
            whole(out, head, object);
        } else {
            tree(out, object.toTree(), withColumns);
        }
    }

    /// Writes an object that is not stored: the result of a dry run, a bookmark.
    void tree(OutputStream out, ObjectNode object, boolean withColumns) throws IOException {
        out.write(StoredJson.bytes(
                switch (representation) {
                    case Representation.Plain() -> object;
                    case Representation.Partial partial -> partial(partial.version(), object);
                    case Representation.Table table -> table(table, object, withColumns);
                }));
    }

    void list(OutputStream out, ListMeta meta, List<StoredObject> objects) throws IOException {
        switch (representation) {
            case Representation.Plain() -> {
                listHead(out, type.listKind(), type.apiVersion(), meta, "items");
                each(out, objects, object -> whole(out, custom ? head : OPEN, object));
            }
            case Representation.Partial partial -> {
                listHead(out, "PartialObjectMetadataList", META_GROUP + partial.version(), meta, "items");
                each(out, objects, object -> out.write(StoredJson.bytes(partial(partial.version(), object.toTree()))));
            }
            case Representation.Table table -> {
                String columns = "columnDefinitions\":" + layout.definitions() + ",\"rows";
                listHead(out, "Table", META_GROUP + table.version(), meta, columns);
                each(out, objects, object -> out.write(StoredJson.bytes(row(table, object.toTree()))));
            }
        }
        out.write(bytes("]}\n"));
    }

    private interface Element {
        void write(StoredObject object) throws IOException;
    }

    private static void each(OutputStream out, List<StoredObject> objects, Element element) throws IOException {
        boolean first = true;
        for (StoredObject object : objects) {
            out.write(bytes(first ? "" : ","));
            element.write(object);
            first = false;
        }
    }

    private static void whole(OutputStream out, byte[] start, StoredObject object) throws IOException {
        out.write(start);
        out.write(object.json(), object.bodyOffset(), object.json().length - object.bodyOffset());
    }

    /// An object of this type that has only a resourceVersion.
    ObjectNode bookmark(long revision, boolean endOfInitialEvents) {
        ObjectNode object = StoredJson.object(type.kind(), type.apiVersion());
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(revision));
        if (endOfInitialEvents) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        return object;
    }

    /// The beginning of a list, up to the first element of its array.
    private static void listHead(OutputStream out, String kind, String apiVersion, ListMeta meta, String array)
            throws IOException {
        out.write(bytes("{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":"));
        out.write(StoredJson.bytes(meta.toTree()));
        out.write(bytes(",\"" + array + "\":["));
    }

    private static ObjectNode partial(String version, ObjectNode object) {
        ObjectNode partial = StoredJson.object("PartialObjectMetadata", META_GROUP + version);
        partial.set("metadata", object.path("metadata"));
        return partial;
    }

    private ObjectNode table(Representation.Table table, ObjectNode object, boolean withColumns) {
        ObjectNode tree = StoredJson.object("Table", META_GROUP + table.version());
        tree.putObject("metadata")
                .set("resourceVersion", object.path("metadata").path("resourceVersion"));
        if (withColumns) {
            tree.set("columnDefinitions", layout.definitions());
        } else {
            tree.putNull("columnDefinitions");
        }
        tree.putArray("rows").add(row(table, object));
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
