package io.livekube.simulator.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Autoscalers;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.EndpointSlices;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.NodeSlot;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
import io.livekube.simulator.cluster.object.PodTemplates;
import io.livekube.simulator.cluster.object.WorkloadStatuses;
import io.livekube.simulator.cluster.object.WorkloadStatuses.Counts;
import io.livekube.simulator.cluster.object.Workloads;
import io.livekube.simulator.cluster.object.Workloads.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Creates a deployment with its replica sets, pods and accompanying objects.
final class DeploymentMaker {
    private static final Duration OLDEST = Duration.ofDays(120);
    private static final int OLD_REPLICA_SETS = 3;

    private final ClusterBuilder builder;
    private final SupportingObjects supporting;
    private final Dice dice;

    DeploymentMaker(ClusterBuilder builder, SupportingObjects supporting) {
        this.builder = builder;
        this.supporting = supporting;
        this.dice = builder.dice();
    }

    void make(Application app, int replicas, int evicted) {
        Instant created = builder.within(OLDEST);
        int revision = dice.between(1, 30);
        ObjectNode template = PodTemplates.service(app.name(), app.labels("server"), dice);
        supporting.configure(app, template, created);
        List<PodState> states = new ArrayList<>();
        for (int i = 0; i < replicas; i++) {
            states.add(PodStateMix.serviceState(dice));
        }
        int ready = (int) states.stream().filter(PodState::ready).count();

        Metadata metadata = app.metadata(dice, created)
                .labelled(app.labels("server"))
                .annotated(Map.of(Workloads.REVISION, Integer.toString(revision)));
        ObjectNode deployment = Workloads.deployment(metadata, app.selector(), template, replicas);
        String hash = dice.suffix(9);
        Instant rolled = builder.within(Duration.between(created, builder.now()));
        WorkloadStatuses.deployment(
                deployment, new Counts(replicas, replicas, replicas, ready), app.name() + "-" + hash, rolled);
        builder.add(deployment);

        ObjectNode current =
                replicaSet(app, deployment, new Version(template, hash, revision), replicas, ready, rolled);
        addOldReplicaSets(app, deployment, template, revision, created);
        List<ObjectNode> endpoints = addPods(current, states, evicted, rolled);
        if (dice.chance(0.85)) {
            supporting.expose(app, endpoints, false, created);
        }
        if (replicas > 1 && dice.chance(0.2)) {
            builder.add(Autoscalers.autoscaler(
                    app.metadata(dice, created), app.name(), replicas, dice.between(30, 90), builder.now()));
        }
        if (dice.chance(0.1)) {
            builder.event(
                    deployment,
                    Happening.normal(
                            "ScalingReplicaSet",
                            "Scaled up replica set " + app.name() + "-" + hash + " from 0 to " + replicas,
                            "deployment-controller"),
                    "");
        }
    }

    private List<ObjectNode> addPods(ObjectNode replicaSet, List<PodState> states, int evicted, Instant since) {
        PodPrototype prototype = PodPrototype.of(replicaSet);
        List<ObjectNode> endpoints = new ArrayList<>();
        for (PodState state : states) {
            NodeSlot node = builder.place();
            ObjectNode pod = add(prototype, state, node, since);
            if (pod.path("status").has("podIP")) {
                endpoints.add(EndpointSlices.endpoint(pod, state.ready(), node.zone()));
            }
        }
        for (int i = 0; i < evicted; i++) {
            add(prototype, PodState.EVICTED, builder.place(), since);
        }
        return endpoints;
    }

    private ObjectNode add(PodPrototype prototype, PodState state, NodeSlot node, Instant since) {
        Duration age = Duration.between(since, builder.now());
        Instant created = PodStateMix.created(state, age, builder.now(), dice);
        ObjectNode pod = prototype.pod(created, dice);
        builder.pod(pod, state, node, PodStateMix.reached(state, created, builder.now(), dice));
        return pod;
    }

    private void addOldReplicaSets(
            Application app, ObjectNode deployment, ObjectNode template, int revision, Instant created) {
        int old = Math.min(revision - 1, dice.between(0, OLD_REPLICA_SETS));
        for (int i = 1; i <= old; i++) {
            ObjectNode older = template.deepCopy();
            PodTemplates.roll(older, dice);
            replicaSet(app, deployment, new Version(older, dice.suffix(9), revision - i), 0, 0, created);
        }
    }

    private ObjectNode replicaSet(
            Application app, ObjectNode deployment, Version version, int replicas, int ready, Instant created) {
        Metadata base = app.metadata("-" + version.hash(), dice, created);
        ObjectNode set = Workloads.replicaSet(base, deployment, version, replicas, replicas);
        WorkloadStatuses.replicaSet(set, replicas, ready, created);
        builder.add(set);
        return set;
    }
}
