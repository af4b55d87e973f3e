package io.livekube.hub.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.control.SyncSettings;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.settings.BadSettingsException;
import io.livekube.hub.settings.ResourceNames;
import io.livekube.hub.settings.SettingsChange;
import io.livekube.hub.transport.BodyLimit;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// Settings, resync, removal and reports of a cluster.
final class ControlEndpoint {
    static final BodyLimit SETTINGS = new BodyLimit("a settings document", 64 << 10);

    private static final Duration RESYNC_PATIENCE = Duration.ofSeconds(10);

    private final Clusters clusters;
    private final Supplier<AgentTokens> expected;
    private final MemoryReport memory;

    ControlEndpoint(Clusters clusters, Supplier<AgentTokens> expected, MemoryReport memory) {
        this.clusters = clusters;
        this.expected = expected;
        this.memory = memory;
    }

    /// Checks the headers of a settings request before its body is read.
    void admit(HttpExchange head, String cluster) {
        if (!head.method().equals("PUT")) {
            throw HttpProblem.methodNotAllowed(
                    "PUT", "Settings must be changed with PUT, not %s.".formatted(head.method()));
        }
        requireKnown(cluster);
    }

    /// Applies new settings and responds with all current settings.
    void set(HttpExchange exchange, String id, byte[] body) {
        var names = new ResourceNames(clusters.find(id)
                .map(cluster ->
                        cluster.mirror().kinds().stream().map(KindMirror::kind).toList())
                .orElse(List.of()));
        try {
            SettingsChange change = SettingsChange.read(JsonDocuments.parseForeign(body), names);
            SyncSettings settings = clusters.set(id, change, by(exchange));
            ObjectNode document = JsonDocuments.object().put("id", id);
            SettingsChange.write(document, settings);
            exchange.send(200, document);
        } catch (BadSettingsException e) {
            throw HttpProblem.of(400, e.sentence());
        } catch (IOException e) {
            throw notKept();
        }
    }

    void memory(HttpExchange exchange, String id) throws InterruptedException {
        requireKnown(id);
        requireGet(exchange);
        exchange.send(200, memory.of(id));
    }

    void events(HttpExchange exchange, String id) {
        requireKnown(id);
        requireGet(exchange);
        exchange.send(200, events(id));
    }

    void resync(HttpExchange exchange, String id) throws InterruptedException {
        requireKnown(id);
        if (!exchange.method().equals("POST")) {
            throw HttpProblem.methodNotAllowed(
                    "POST", "A resync must be requested with POST, not %s.".formatted(exchange.method()));
        }
        Cluster cluster = clusters.find(id)
                .orElseThrow(() -> HttpProblem.of(
                        409, "Cluster %s can't be resynced: its agent has never connected.".formatted(id)));
        if (!cluster.activation().on()) {
            throw HttpProblem.of(409, "Cluster %s can't be resynced: sync is off.".formatted(id));
        }
        try {
            cluster.resync(RESYNC_PATIENCE, by(exchange));
        } catch (TaskFailedException e) {
            throw HttpProblem.of(
                    e.status(),
                    "The agent of cluster %s did not start the resync (%s); it will send everything in its next session."
                            .formatted(id, e.reason()));
        }
        exchange.send(202, JsonDocuments.object().put("id", id).put("resync", "begun"));
    }

    private ObjectNode events(String id) {
        ObjectNode document = JsonDocuments.object().put("id", id);
        ArrayNode list = document.putArray("events");
        clusters.find(id)
                .ifPresent(cluster -> cluster.events()
                        .recent()
                        .forEach(event -> list.addObject()
                                .put("at", event.at().toString())
                                .put("type", event.type().toString())
                                .put("text", event.text())));
        return document;
    }

    /// Removes a cluster. As long as its token is valid, its agent registers it again.
    void remove(HttpExchange exchange, String id) {
        requireKnown(id);
        try {
            clusters.remove(id);
        } catch (IOException e) {
            throw notKept();
        }
        if (!expected.get().clusters().contains(id)) {
            exchange.sendNothing(204);
            return;
        }
        exchange.send(
                200,
                JsonDocuments.object()
                        .put("id", id)
                        .put("removed", true)
                        .put("token", true)
                        .put(
                                "note",
                                "Its token is still in the token file: the cluster registers again as soon as its agent"
                                        + " contacts the hub."));
    }

    private void requireKnown(String id) {
        if (!clusters.knows(id) && !expected.get().clusters().contains(id)) {
            throw HttpProblem.noCluster(id);
        }
    }

    private static void requireGet(HttpExchange exchange) {
        if (!exchange.method().equals("GET")) {
            throw HttpProblem.methodNotAllowed("GET", "This path supports GET, not %s.".formatted(exchange.method()));
        }
    }

    private static String by(HttpExchange exchange) {
        return "by a reader " + exchange.from();
    }

    private static HttpProblem notKept() {
        return HttpProblem.of(500, "Nothing was changed: the hub can't write its state file; see its log.");
    }
}
