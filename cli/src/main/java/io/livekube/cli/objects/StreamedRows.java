package io.livekube.cli.objects;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Rows of one resource in one cluster, built from a stream; turns messages into watch events.
final class StreamedRows {
    private record Key(String namespace, String name) {
        static Key of(JsonNode row) {
            return new Key(row.path("namespace").asText(), row.path("name").asText());
        }
    }

    /// Change of a row.
    ///
    /// @param type ADDED, MODIFIED or DELETED
    record Event(String type, JsonNode row) {}

    private final Map<Key, JsonNode> rows = new HashMap<>();
    private final Set<Key> seenSinceReset = new HashSet<>();
    private boolean resetting;

    /// Applies a message. If a reset comes in several parts, its deletions are found with the last one.
    List<Event> apply(JsonNode message) {
        var events = new ArrayList<Event>();
        if (message.path("reset").asBoolean()) {
            resetting = true;
            seenSinceReset.clear();
        }
        for (JsonNode row : message.path("rows")) {
            Key key = Key.of(row);
            seenSinceReset.add(key);
            JsonNode before = rows.put(key, row);
            if (before == null) {
                events.add(new Event("ADDED", row));
            } else if (!sameVersion(before, row)) {
                events.add(new Event("MODIFIED", row));
            }
        }
        for (JsonNode gone : message.path("removed")) {
            JsonNode before = rows.remove(Key.of(gone));
            if (before != null) {
                events.add(new Event("DELETED", before));
            }
        }
        if (resetting && !message.path("more").asBoolean()) {
            resetting = false;
            rows.entrySet().removeIf(entry -> {
                boolean gone = !seenSinceReset.contains(entry.getKey());
                if (gone) {
                    events.add(new Event("DELETED", entry.getValue()));
                }
                return gone;
            });
            seenSinceReset.clear();
        }
        return events;
    }

    private static boolean sameVersion(JsonNode before, JsonNode now) {
        return before.path("uid").equals(now.path("uid"))
                && before.path("version").equals(now.path("version"))
                && before.path("cells").equals(now.path("cells"));
    }
}
