package io.livekube.hub.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.SyncSettings;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.settings.BadSettingsException;
import io.livekube.hub.settings.ResourceNames;
import io.livekube.hub.settings.SettingsChange;
import io.livekube.hub.transport.BodyLimit;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.RequestHandling;
import io.livekube.hub.transport.RouteTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Settings, resync, removal and reports of a cluster.
record ControlEndpoint(Fleet fleet) {
    private static final BodyLimit SETTINGS = new BodyLimit("a settings document", 64 << 10);
    private static final Duration RESYNC_PATIENCE = Duration.ofSeconds(10);

    RequestHandling settings(HttpExchange head, RouteTable.Variables path) {
        String id = known(path); // before the body is read
        return new RequestHandling.WithBody(SETTINGS, (exchange, body) -> set(exchange, id, body));
    }

    /// Applies new settings and responds with all current settings.
    private void set(HttpExchange exchange, String id, byte[] body) {
        var names = new ResourceNames(fleet.find(id)
                .map(cluster ->
                        cluster.mirror().kinds().stream().map(KindMirror::kind).toList())
                .orElse(List.of()));
        try {
            SettingsChange change = SettingsChange.read(JsonDocuments.parseForeign(body), names);
            SyncSettings settings = fleet.clusters().set(id, change, by(exchange));
            ObjectNode document = JsonDocuments.object().put("id", id);
            SettingsChange.write(document, settings);
            exchange.send(200, document);
        } catch (BadSettingsException e) {
            throw HttpProblem.of(400, e.sentence());
        } catch (IOException e) {
            throw notKept();
        }
    }

    void memory(HttpExchange exchange, RouteTable.Variables path) throws InterruptedException {
        exchange.send(200, MemoryReport.of(known(path), fleet));
    }

    void events(HttpExchange exchange, RouteTable.Variables path) {
        String id = known(path);
        ObjectNode document = JsonDocuments.object().put("id", id);
        ArrayNode list = document.putArray("events");
        fleet.find(id)
                .ifPresent(cluster -> cluster.events()
                        .recent()
                        .forEach(event -> list.addObject()
                                .put("at", event.at().toString())
                                .put("type", event.type().toString())
                                .put("text", event.text())));
        exchange.send(200, document);
    }

    void resync(HttpExchange exchange, RouteTable.Variables path) throws InterruptedException {
        String id = known(path);
        Cluster cluster = fleet.find(id)
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

    /// Removes a cluster. As long as its token is valid, its agent registers it again.
    void remove(HttpExchange exchange, RouteTable.Variables path) {
        String id = known(path);
        try {
            fleet.clusters().remove(id);
        } catch (IOException e) {
            throw notKept();
        }
        if (!fleet.hasToken(id)) {
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

    /// The cluster in a path; one without an agent may have settings.
    private String known(RouteTable.Variables path) {
        String id = path.get("cluster");
        if (!fleet.has(id) && !fleet.clusters().knows(id)) {
            throw HttpProblem.noCluster(id);
        }
        return id;
    }

    private static String by(HttpExchange exchange) {
        return "by a reader " + exchange.from();
    }

    private static HttpProblem notKept() {
        return HttpProblem.of(500, "Nothing was changed: the hub can't write its state file; see its log.");
    }
}
