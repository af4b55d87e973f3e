package io.livekube.hub.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.StoreFootprint;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.control.TaskReply;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Memory used for a cluster by the hub and by its agent, with the largest objects.
final class MemoryReport {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int LARGEST = 10;

    private MemoryReport() {}

    /// @param bytes measured once, because repacking may shrink the object in the meantime
    private record Large(Resource resource, KubeObject object, int bytes) {}

    static ObjectNode of(String id, Fleet fleet) throws InterruptedException {
        ObjectNode document = JsonDocuments.object().put("id", id);
        List<KindMirror> kinds =
                fleet.find(id).map(cluster -> cluster.mirror().kinds()).orElse(List.of());
        hub(document.putObject("hub"), kinds);
        ObjectNode agent = document.putObject("agent");
        if (fleet.find(id).isEmpty()) {
            agent.put("unavailable", "its agent has not connected since the hub started");
        } else {
            agent(agent, fleet.find(id).get());
        }
        return document;
    }

    private static void hub(ObjectNode hub, List<KindMirror> kinds) {
        ObjectNode total = hub.put("objects", 0).put("bytes", 0);
        ArrayNode list = hub.putArray("kinds");
        long objects = 0;
        long bytes = 0;
        for (KindMirror kind : kinds) {
            StoreFootprint footprint = kind.store().snapshot().footprint();
            list.addObject()
                    .put("resource", kind.resource().toString())
                    .put("objects", footprint.objects())
                    .put("bytes", footprint.totalBytes());
            objects += footprint.objects();
            bytes += footprint.totalBytes();
        }
        total.put("objects", objects).put("bytes", bytes);
        ArrayNode largest = hub.putArray("largest");
        kinds.stream()
                .flatMap(MemoryReport::largest)
                .sorted(Comparator.comparingInt(Large::bytes).reversed())
                .limit(LARGEST)
                .forEach(large -> largest.addObject()
                        .put("resource", large.resource().toString())
                        .put("namespace", large.object().namespace())
                        .put("name", large.object().name())
                        .put("bytes", large.bytes())
                        .put("jsonBytes", large.object().contentBytes()));
    }

    private static Stream<Large> largest(KindMirror kind) {
        Snapshot state = kind.store().snapshot();
        return state.largest(LARGEST).stream().map(object -> new Large(kind.resource(), object, object.storedBytes()));
    }

    private static void agent(ObjectNode to, Cluster cluster) throws InterruptedException {
        try {
            switch (cluster.tasks().ask(PATIENCE, Task.Report::new)) {
                case TaskReply.Result(TaskResult.Report report) -> report(to, report);
                case TaskReply.Result _, TaskReply.Payload _ ->
                    to.put("unavailable", "its agent sent a result that is not a report");
            }
        } catch (TaskFailedException e) {
            to.put("unavailable", e.reason());
        }
    }

    private static void report(ObjectNode to, TaskResult.Report report) {
        to.put("heapUsed", report.heapUsed()).put("heapMax", report.heapMax());
        ArrayNode kinds = to.putArray("kinds");
        for (TaskResult.KindMemory kind : report.kinds()) {
            ObjectNode about = kinds.addObject()
                    .put("resource", kind.resource())
                    .put("objects", kind.objects())
                    .put("bytes", kind.bytes());
            ArrayNode largest = about.putArray("largest");
            kind.largest()
                    .forEach(object -> largest.addObject()
                            .put("namespace", object.namespace())
                            .put("name", object.name())
                            .put("bytes", object.bytes())
                            .put("jsonBytes", object.jsonBytes()));
        }
    }
}
