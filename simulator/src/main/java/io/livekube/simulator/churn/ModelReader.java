package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
    private final Map<ObjectRef, DeploymentEntry> deployments = new HashMap<>();
    private final Map<ObjectRef, ReplicaSetEntry> sets = new HashMap<>();
    private final Map<String, NodeEntry> nodes = new HashMap<>();
    private final Map<ObjectRef, CronJobEntry> cronJobs = new HashMap<>();
    private final Map<ObjectRef, JobEntry> jobs = new HashMap<>();
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
            nodes.put(entry.ref.name(), entry);
            model.nodes.add(entry);
        });
        each(BuiltInTypes.DEPLOYMENT, this::deployment);
        each(BuiltInTypes.REPLICA_SET, this::replicaSet);
        model.deployments.removeIf(deployment -> deployment.sets.isEmpty());
        model.deployments.forEach(DeploymentEntry::sortSets);
        each(BuiltInTypes.CRON_JOB, cronJob -> {
            CronJobEntry entry = new CronJobEntry(ObjectRef.of(BuiltInTypes.CRON_JOB, cronJob));
            cronJobs.put(entry.ref, entry);
            model.cronJobs.add(entry);
        });
        each(BuiltInTypes.JOB, job -> {
            CronJobEntry owner = cronJobs.get(owner(job, BuiltInTypes.CRON_JOB));
            if (owner != null) {
                JobEntry entry = new JobEntry(ObjectRef.of(BuiltInTypes.JOB, job));
                jobs.put(entry.ref(), entry);
                owner.jobs.addLast(entry);
            }
        });
        each(BuiltInTypes.POD, this::pod);
        each(BuiltInTypes.ENDPOINT_SLICE, this::slice);
        each(BuiltInTypes.HORIZONTAL_POD_AUTOSCALER, autoscaler -> {
            String target =
                    autoscaler.path("spec").path("scaleTargetRef").path("name").asText();
            DeploymentEntry entry =
                    deployments.get(new ObjectRef(BuiltInTypes.DEPLOYMENT, namespace(autoscaler), target));
            if (entry != null) {
                entry.autoscaler = Optional.of(ObjectRef.of(BuiltInTypes.HORIZONTAL_POD_AUTOSCALER, autoscaler));
            }
        });
        each(BuiltInTypes.EVENT, event -> model.events.add(ObjectRef.of(BuiltInTypes.EVENT, event)));
        model.boundEvents();
        return model;
    }

    private void deployment(ObjectNode deployment) {
        JsonNode spec = deployment.path("spec");
        DeploymentEntry entry = new DeploymentEntry(
                ObjectRef.of(BuiltInTypes.DEPLOYMENT, deployment),
                spec.path("replicas").asInt(1));
        JsonNode labels = spec.path("template").path("metadata").path("labels");
        for (ObjectNode service : services.getOrDefault(namespace(deployment), List.of())) {
            JsonNode selector = service.path("spec").path("selector");
            boolean matches = !selector.isEmpty()
                    && selector.properties().stream()
                            .allMatch(label -> labels.path(label.getKey()).equals(label.getValue()));
            if (matches) {
                entry.service = Optional.of(ObjectRef.of(BuiltInTypes.SERVICE, service));
            }
        }
        deployments.put(entry.ref, entry);
        model.deployments.add(entry);
    }

    private void replicaSet(ObjectNode set) {
        DeploymentEntry owner = deployments.get(owner(set, BuiltInTypes.DEPLOYMENT));
        if (owner != null) {
            String revision = set.path("metadata")
                    .path("annotations")
                    .path(Workloads.REVISION)
                    .asText("0");
            ReplicaSetEntry entry =
                    new ReplicaSetEntry(owner, ObjectRef.of(BuiltInTypes.REPLICA_SET, set), Integer.parseInt(revision));
            owner.sets.add(entry);
            sets.put(entry.ref, entry);
        }
    }

    private void pod(ObjectNode pod) {
        String phase = pod.path("status").path("phase").asText();
        boolean over = phase.equals("Failed") || phase.equals("Succeeded");
        ReplicaSetEntry owner = sets.get(owner(pod, BuiltInTypes.REPLICA_SET));
        ReplicaSetEntry set = over ? null : owner;
        PodEntry entry = new PodEntry(ObjectRef.of(BuiltInTypes.POD, pod), set);
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
        JobEntry job = jobs.get(owner(pod, BuiltInTypes.JOB));
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
        DeploymentEntry entry = deployments.get(new ObjectRef(BuiltInTypes.DEPLOYMENT, namespace(slice), service));
        if (entry != null
                && entry.service.filter(known -> known.name().equals(service)).isPresent()) {
            entry.slices.add(ObjectRef.of(BuiltInTypes.ENDPOINT_SLICE, slice));
        }
    }

    private void each(ResourceType type, Consumer<ObjectNode> action) {
        store.snapshot(type, store.revision()).objects("", "").forEach(object -> action.accept(object.toTree()));
    }

    private static String namespace(ObjectNode object) {
        return object.path("metadata").path("namespace").asText();
    }

    /// The owner of an object, if it is of the given type; otherwise an object that does not exist.
    private static ObjectRef owner(ObjectNode object, ResourceType type) {
        JsonNode owner = object.path("metadata").path("ownerReferences").path(0);
        boolean matches = owner.path("kind").asText().equals(type.kind());
        return new ObjectRef(
                type, namespace(object), matches ? owner.path("name").asText() : "");
    }
}
