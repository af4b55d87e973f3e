package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.filledOr;
import static io.livekube.apimachinery.table.Fields.has;
import static io.livekube.apimachinery.table.Fields.number;
import static io.livekube.apimachinery.table.Fields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Locale;

/// Columns of events. Those written through `events.k8s.io` keep their count and times in `series`.
final class EventColumns {
    static final TableLayout EVENTS = new TableLayout(
            Column.timed("Last Seen", EventColumns::lastSeen).living(Column.Live.age(EventColumns::lastMoment)),
            Column.text("Type", event -> text(event, "type")),
            Column.text("Reason", event -> text(event, "reason")),
            Column.text("Object", EventColumns::target),
            Column.text("Subobject", event -> text(event, "involvedObject", "fieldPath"))
                    .wide(),
            Column.text("Source", EventColumns::source).wide(),
            Column.text("Message", event -> text(event, "message").strip()),
            Column.timed("First Seen", EventColumns::firstSeen)
                    .living(Column.Live.age(EventColumns::firstMoment))
                    .wide(),
            Column.number("Count", EventColumns::count).typed("string").wide(),
            Column.named().wide());

    private EventColumns() {}

    private static String firstSeen(JsonNode event, Instant now) {
        return Ages.since(firstMoment(event), now);
    }

    private static String lastSeen(JsonNode event, Instant now) {
        return Ages.since(lastMoment(event), now);
    }

    private static JsonNode firstMoment(JsonNode event) {
        JsonNode first = event.path("firstTimestamp");
        return has(first) ? first : event.path("eventTime");
    }

    private static JsonNode lastMoment(JsonNode event) {
        if (has(event.path("series"))) {
            return at(event, "series", "lastObservedTime");
        }
        JsonNode last = event.path("lastTimestamp");
        return Ages.instant(last).isPresent() ? last : firstMoment(event);
    }

    private static long count(JsonNode event) {
        return has(event.path("series")) ? number(event, "series", "count") : Math.max(1, number(event, "count"));
    }

    private static String target(JsonNode event) {
        String kind = text(event, "involvedObject", "kind").toLowerCase(Locale.ROOT);
        String name = text(event, "involvedObject", "name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private static String source(JsonNode event) {
        String component = filledOr(text(event, "reportingComponent"), text(event, "source", "component"));
        String instance = filledOr(text(event, "reportingInstance"), text(event, "source", "host"));
        return instance.isEmpty() ? component : component + ", " + instance;
    }
}
