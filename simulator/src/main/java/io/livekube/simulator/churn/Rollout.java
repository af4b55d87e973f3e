package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.PodTemplates;
import io.livekube.simulator.cluster.object.Workloads;
import io.livekube.simulator.cluster.object.Workloads.Version;
import io.livekube.simulator.resource.BuiltInTypes;
import java.util.Optional;

/// Rolling update: scales a new replica set up and the old ones down, with 25% surge and 25% unavailability.
final class Rollout implements Activity {
    private enum Stage {
        TEMPLATE,
        NEW_SET,
        ROLL,
        TRIM
    }

    private static final int KEPT_SETS = 4;
    private final DeploymentEntry deployment;
    private final PodWorkList works = new PodWorkList();
    private Stage stage = Stage.TEMPLATE;

    private Rollout(DeploymentEntry deployment) {
        this.deployment = deployment;
        deployment.busy = true;
    }

    static Optional<Activity> start(ChurnContext context) {
        return IdlePicker.deployment(context).map(Rollout::new);
    }

    @Override
    public boolean advance(ChurnContext context) {
        return !deployment.gone
                && switch (stage) {
                    case TEMPLATE -> changeTemplate(context);
                    case NEW_SET -> addSet(context);
                    case ROLL -> roll(context);
                    case TRIM -> trim(context);
                };
    }

    @Override
    public void end() {
        deployment.busy = false;
    }

    private boolean changeTemplate(ChurnContext context) {
        stage = Stage.NEW_SET;
        return context.edit(deployment.ref, tree -> {
            Metadata.raiseGeneration(tree);
            JsonTree.child(JsonTree.child(tree, "metadata"), "annotations")
                    .put(Workloads.REVISION, Integer.toString(deployment.newest().revision + 1));
            PodTemplates.roll(JsonTree.child(JsonTree.child(tree, "spec"), "template"), context.dice());
        });
    }

    private boolean addSet(ChurnContext context) {
        stage = Stage.ROLL;
        Optional<ObjectNode> current = context.read(deployment.ref);
        if (current.isEmpty()) {
            return false;
        }
        ObjectNode tree = current.get();
        ObjectNode template = JsonTree.child(JsonTree.child(tree, "spec"), "template");
        String hash = context.dice().suffix(9);
        int revision = deployment.newest().revision + 1;
        String name = deployment.ref.name() + "-" + hash;
        Metadata base = Metadata.of(deployment.ref.namespace(), name, context.dice(), context.now());
        ObjectNode set = Workloads.replicaSet(base, tree, new Version(template, hash, revision), deployment.desired, 0);
        if (!context.create(BuiltInTypes.REPLICA_SET, set)) {
            return false;
        }
        deployment.sets.add(new ReplicaSetEntry(deployment, ObjectRef.of(BuiltInTypes.REPLICA_SET, set), revision));
        context.event(
                tree,
                Happening.normal(
                        "ScalingReplicaSet", "Scaled up replica set " + name + " from 0", "deployment-controller"),
                "");
        return true;
    }

    private boolean roll(ChurnContext context) {
        ReplicaSetEntry fresh = deployment.newest();
        int coming = works.toCreate();
        int desired = deployment.desired;
        int total = deployment.staying() + coming;
        int up = Math.min(desired - fresh.staying() - coming, desired + (desired + 3) / 4 - total);
        if (up > 0) {
            Replicas.set(context, fresh, fresh.staying() + coming + up);
            works.start(fresh, up);
            return true;
        }
        if (shrinkOld(context, fresh)) {
            return true;
        }
        if (works.isEmpty()) {
            stage = Stage.TRIM;
            return true;
        }
        works.advance(context);
        return true;
    }

    /// Removes pods of the oldest non-empty set: unready ones at once, ready ones as availability allows.
    private boolean shrinkOld(ChurnContext context, ReplicaSetEntry fresh) {
        int spare = deployment.ready() - (deployment.desired - deployment.desired / 4);
        for (ReplicaSetEntry old : deployment.sets) {
            if (old == fresh || old.staying() == 0) {
                continue;
            }
            int before = old.staying();
            int stopped = 0;
            for (PodEntry pod : old.pods.toArray(PodEntry[]::new)) {
                if (!pod.leaving && (!pod.ready || spare > 0)) {
                    spare -= pod.ready ? 1 : 0;
                    works.stop(old, pod);
                    stopped++;
                }
            }
            if (stopped > 0) {
                Replicas.set(context, old, before - stopped);
                return true;
            }
        }
        return false;
    }

    private boolean trim(ChurnContext context) {
        while (deployment.sets.size() > KEPT_SETS
                && deployment.sets.getFirst().pods.isEmpty()) {
            ReplicaSetEntry oldest = deployment.sets.removeFirst();
            oldest.remains.forEach(pod -> context.delete(pod.ref));
            context.delete(oldest.ref);
        }
        context.report(deployment.newest());
        return false;
    }
}
