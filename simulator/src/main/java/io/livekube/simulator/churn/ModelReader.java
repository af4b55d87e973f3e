package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.churn.ClusterModel.EventKey;
import io.livekube.simulator.churn.CronJobEntry.JobEntry;
import io.livekube.simulator.cluster.object.EndpointSlices;
import io.livekube.simulator.cluster.object.NodeSlot;
import io.livekube.simulator.cluster.object.Workloads;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Builds a [ClusterModel] from the objects of a store.
final class ModelReader {
    private final ObjectStore store;
    private final ClusterModel model = new ClusterModel();
    private final Map<String, DeploymentEntry> deployments = new HashMap<>();
    private final Map<String, ReplicaSetEntry> sets = new HashMap<>();
    private final Map<String, NodeEntry> nodes = new HashMap<>();
    private final Map<String, CronJobEntry> cronJobs = new HashMap<>();
    private final Map<String, JobEntry> jobs = new HashMap<>();
    private final Map<String, List<ObjectNode>> services = new HashMap<>();

    private ModelReader(ObjectStore store) {
        this.store = store;
    }

    static ClusterModel read(ObjectStore store) {
        return new ModelReader(store).read();
    }

    private ClusterModel read() {
        each(
                BuiltInTypes.SERVICE,
                service -> services.computeIfAbsent(namespace(service), key -> new ArrayList<>())
                        .add(service));
        each(BuiltInTypes.NODE, node -> {
            NodeEntry entry = new NodeEntry(NodeSlot.of(node));
            nodes.put(name(node), entry);
            model.nodes.add(entry);
        });
        each(BuiltInTypes.DEPLOYMENT, this::deployment);
        each(BuiltInTypes.REPLICA_SET, this::replicaSet);
        model.deployments.removeIf(deployment -> deployment.sets.isEmpty());
        model.deployments.forEach(DeploymentEntry::sortSets);
        each(BuiltInTypes.CRON_JOB, cronJob -> {
            CronJobEntry entry = new CronJobEntry(namespace(cronJob), name(cronJob));
            cronJobs.put(key(cronJob), entry);
            model.cronJobs.add(entry);
        });
        each(BuiltInTypes.JOB, job -> {
            CronJobEntry owner = cronJobs.get(ownerKey(job));
            if (owner != null) {
                JobEntry entry = new JobEntry(name(job));
                jobs.put(key(job), entry);
                owner.jobs.addLast(entry);
            }
        });
        each(BuiltInTypes.POD, this::pod);
        each(BuiltInTypes.ENDPOINT_SLICE, this::slice);
        each(BuiltInTypes.HORIZONTAL_POD_AUTOSCALER, autoscaler -> {
            String target =
                    autoscaler.path("spec").path("scaleTargetRef").path("name").asText();
            DeploymentEntry entry = deployments.get(namespace(autoscaler) + "/" + target);
            if (entry != null) {
                entry.autoscaler = Optional.of(name(autoscaler));
            }
        });
        each(BuiltInTypes.EVENT, event -> model.events.add(new EventKey(namespace(event), name(event))));
        model.boundEvents();
        return model;
    }

    private void deployment(ObjectNode deployment) {
        JsonNode spec = deployment.path("spec");
        DeploymentEntry entry = new DeploymentEntry(
                namespace(deployment), name(deployment), spec.path("replicas").asInt(1));
        JsonNode labels = spec.path("template").path("metadata").path("labels");
        for (ObjectNode service : services.getOrDefault(entry.namespace, List.of())) {
            JsonNode selector = service.path("spec").path("selector");
            boolean matches = !selector.isEmpty()
                    && selector.properties().stream()
                            .allMatch(label -> labels.path(label.getKey()).equals(label.getValue()));
            if (matches) {
                entry.service = Optional.of(name(service));
            }
        }
        deployments.put(key(deployment), entry);
        model.deployments.add(entry);
    }

    private void replicaSet(ObjectNode set) {
        DeploymentEntry owner = deployments.get(ownerKey(set));
        if (owner != null) {
            String revision = set.path("metadata")
                    .path("annotations")
                    .path(Workloads.REVISION)
                    .asText("0");
            ReplicaSetEntry entry = new ReplicaSetEntry(owner, name(set), Integer.parseInt(revision));
            owner.sets.add(entry);
            sets.put(key(set), entry);
        }
    }

    private void pod(ObjectNode pod) {
        String kind = pod.path("metadata")
                .path("ownerReferences")
                .path(0)
                .path("kind")
                .asText();
        String phase = pod.path("status").path("phase").asText();
        boolean over = phase.equals("Failed") || phase.equals("Succeeded");
        ReplicaSetEntry owner = kind.equals("ReplicaSet") ? sets.get(ownerKey(pod)) : null;
        ReplicaSetEntry set = over ? null : owner;
        PodEntry entry = new PodEntry(namespace(pod), name(pod), set);
        if (over && owner != null) {
            owner.remains.add(entry);
        }
        for (JsonNode condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                entry.ready = condition.path("status").asText().equals("True");
            }
        }
        if (set != null) {
            set.pods.add(entry);
        }
        JobEntry job = kind.equals("Job") ? jobs.get(ownerKey(pod)) : null;
        if (job != null) {
            job.pods().add(entry);
        }
        NodeEntry node = nodes.get(pod.path("spec").path("nodeName").asText());
        if (node != null && !over) {
            model.put(entry, node);
        }
    }

    private void slice(ObjectNode slice) {
        String service = slice.path("metadata")
                .path("labels")
                .path(EndpointSlices.SERVICE_NAME)
                .asText();
        DeploymentEntry entry = deployments.get(namespace(slice) + "/" + service);
        if (entry != null && entry.service.equals(Optional.of(service))) {
            entry.slices.add(name(slice));
        }
    }

    private void each(ResourceType type, Consumer<ObjectNode> action) {
        store.snapshot(type, store.revision()).objects("", "").forEach(object -> action.accept(object.toTree()));
    }

    private static String name(ObjectNode object) {
        return object.path("metadata").path("name").asText();
    }

    private static String namespace(ObjectNode object) {
        return object.path("metadata").path("namespace").asText();
    }

    private static String key(ObjectNode object) {
        return namespace(object) + "/" + name(object);
    }

    private static String ownerKey(ObjectNode object) {
        return namespace(object) + "/"
                + object.path("metadata")
                        .path("ownerReferences")
                        .path(0)
                        .path("name")
                        .asText();
    }
}
