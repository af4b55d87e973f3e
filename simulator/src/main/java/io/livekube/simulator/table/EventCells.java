package io.livekube.simulator.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.livekube.simulator.table.Column.Row;
import java.util.Locale;

/// What an event's row says, for events of the old form (count) and the new one (series).
final class EventCells {
    private EventCells() {}

    static String firstSeen(Row row) {
        JsonNode first = row.object().path("firstTimestamp");
        return Ages.since(first.asText().isEmpty() ? row.object().path("eventTime") : first, row.now());
    }

    static String lastSeen(Row row) {
        JsonNode series = row.object().path("series").path("lastObservedTime");
        JsonNode last = series.asText().isEmpty() ? row.object().path("lastTimestamp") : series;
        return last.asText().isEmpty() ? firstSeen(row) : Ages.since(last, row.now());
    }

    static JsonNode count(Row row) {
        long series = row.object().path("series").path("count").asLong();
        return LongNode.valueOf(
                Math.max(1, series > 0 ? series : row.object().path("count").asLong()));
    }

    static String object(Row row) {
        JsonNode object = row.object().path("involvedObject");
        String kind = object.path("kind").asText().toLowerCase(Locale.ROOT);
        String name = object.path("name").asText();
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    static String source(Row row) {
        JsonNode source = row.object().path("source");
        String component = Cells.or(
                source.path("component"),
                row.object().path("reportingComponent").asText());
        String host = Cells.or(
                source.path("host"), row.object().path("reportingInstance").asText());
        return host.isEmpty() ? component : component + ", " + host;
    }
}
