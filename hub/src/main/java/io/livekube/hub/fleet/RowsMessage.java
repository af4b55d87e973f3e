package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.ObjectKey;
import io.livekube.hub.cluster.Freshness;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// A message of a stream: rows of one kind of one cluster.
final class RowsMessage {
    private final String resource;
    private final String cluster;
    private final Freshness freshness;
    private final List<Row> rows = new ArrayList<>();
    private final List<ObjectKey> removed = new ArrayList<>();
    private OptionalInt total = OptionalInt.empty();
    private long version;
    private int bytes;

    RowsMessage(String resource, String cluster, Freshness freshness) {
        this.resource = resource;
        this.cluster = cluster;
        this.freshness = freshness;
    }

    void add(Row row) {
        rows.add(row);
        bytes += row.json().length + 1;
    }

    void remove(ObjectKey key) {
        removed.add(key);
        bytes += 60;
    }

    /// Marks the message as part of a state with this many rows.
    void partOf(OptionalInt rows) {
        total = rows;
    }

    /// Sets the version of the state that the rows show.
    void at(long reached) {
        version = reached;
    }

    /// Freshness of the rows, in one word.
    String freshness() {
        return freshness.state().toString();
    }

    long version() {
        return version;
    }

    boolean isEmpty() {
        return rows.isEmpty() && removed.isEmpty();
    }

    boolean full(int most, int mostBytes) {
        return rows.size() + removed.size() >= most || bytes >= mostBytes;
    }

    /// @param reset whether the reader drops all rows it has
    /// @param more whether more of the same state follows
    byte[] bytes(boolean reset, boolean more) {
        ObjectNode head =
                Json.object().put("resource", resource).put("cluster", cluster).put("state", freshness());
        freshness.age().ifPresent(age -> head.put("ageMs", age.toMillis()));
        head.put("version", Long.toUnsignedString(version)).put("reset", reset).put("more", more);
        total.ifPresent(all -> head.put("total", all));
        var text = new ByteArrayOutputStream(bytes + 256);
        byte[] begin = Json.bytes(head);
        text.write(begin, 0, begin.length - 1);
        append(text, ",\"rows\":[");
        for (int i = 0; i < rows.size(); i++) {
            if (i > 0) {
                text.write(',');
            }
            text.writeBytes(rows.get(i).json());
        }
        append(text, "],\"removed\":[");
        for (int i = 0; i < removed.size(); i++) {
            ObjectKey key = removed.get(i);
            text.writeBytes((i > 0 ? "," : "").getBytes(StandardCharsets.US_ASCII));
            text.writeBytes(
                    Json.bytes(Json.object().put("namespace", key.namespace()).put("name", key.name())));
        }
        append(text, "]}");
        return text.toByteArray();
    }

    private static void append(ByteArrayOutputStream text, String more) {
        text.writeBytes(more.getBytes(StandardCharsets.UTF_8));
    }
}
