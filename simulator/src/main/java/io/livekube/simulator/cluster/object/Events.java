package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/// Events about objects, and their repetitions.
public final class Events {
    /// Reason and message of an event, and the component that reports it.
    public record Happening(String type, String reason, String message, String component) {
        public static Happening normal(String reason, String message, String component) {
            return new Happening("Normal", reason, message, component);
        }

        public static Happening warning(String reason, String message, String component) {
            return new Happening("Warning", reason, message, component);
        }
    }

    private Events() {}

    /// The event at its first occurrence.
    public static ObjectNode event(ObjectNode about, Happening what, String host, Instant now, Dice dice) {
        JsonNode metadata = about.path("metadata");
        // Cluster-scoped objects have their events in the default namespace.
        String namespace = metadata.path("namespace").asText("default");
        String name = metadata.path("name").asText() + "."
                + HexFormat.of()
                        .toHexDigits(0x1800_0000_0000_0000L
                                | dice.between(0, Integer.MAX_VALUE - 1) * 2_147_483_647L
                                        + dice.below(Integer.MAX_VALUE));
        Optional<String> own = metadata.has("namespace") ? Optional.of(namespace) : Optional.empty();
        ObjectNode subject = JsonTree.object(
                "kind", about.path("kind"),
                "namespace", own,
                "name", metadata.path("name"),
                "uid", metadata.path("uid"),
                "apiVersion", about.path("apiVersion"),
                "resourceVersion", Optional.ofNullable(metadata.get("resourceVersion")));
        Optional<String> source = host.isEmpty() ? Optional.empty() : Optional.of(host);
        ObjectNode parts = JsonTree.object(
                "involvedObject", subject,
                "reason", what.reason(),
                "message", what.message(),
                "source", JsonTree.object("component", what.component(), "host", source),
                "firstTimestamp", now,
                "lastTimestamp", now,
                "count", 1,
                "type", what.type(),
                "eventTime", JsonTree.nil(),
                "reportingComponent", what.component(),
                "reportingInstance", host);
        return Metadata.of(namespace, name, dice, now).object("v1", "Event", what.component(), false, parts);
    }

    /// Records a repetition of an event.
    public static void repeat(ObjectNode event, Instant now) {
        event.put("count", event.path("count").asInt() + 1);
        event.put("lastTimestamp", JsonTree.time(now));
    }
}
