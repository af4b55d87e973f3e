package io.livekube.simulator.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.EndpointSlices;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.NodeSlot;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
import io.livekube.simulator.cluster.object.PodTemplates;
import io.livekube.simulator.cluster.object.Volumes;
import io.livekube.simulator.cluster.object.WorkloadStatuses;
import io.livekube.simulator.cluster.object.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Creates a stateful set with its pods, their claims and volumes, and its headless service.
final class StatefulSetMaker {
    static final String STORAGE_CLASS = "gp3";
    private static final String CLAIM = "data";
    private static final String SIZE = "20Gi";

    private final ClusterBuilder builder;
    private final SupportingObjects supporting;
    private final Dice dice;

    StatefulSetMaker(ClusterBuilder builder, SupportingObjects supporting) {
        this.builder = builder;
        this.supporting = supporting;
        this.dice = builder.dice();
    }

    void make(Application app, int replicas) {
        Instant created = builder.within(Duration.ofDays(200));
        ObjectNode template = PodTemplates.service(app.name(), app.labels("database"), dice);
        ((ObjectNode) template.path("spec").path("containers").path(0))
                .withArray("volumeMounts")
                .add(JsonTree.object("name", CLAIM, "mountPath", "/data"));
        supporting.configure(app, template, created);
        Metadata metadata = app.metadata(dice, created).labelled(app.labels("database"));
        ObjectNode set = Workloads.statefulSet(metadata, app.selector(), template, replicas, STORAGE_CLASS);
        String revision = app.name() + "-" + dice.suffix(9);
        WorkloadStatuses.statefulSet(set, replicas, replicas, revision, created);
        builder.add(set);

        PodPrototype prototype =
                new PodPrototype(set, PodTemplates.labelled(template, "controller-revision-hash", revision));
        List<ObjectNode> endpoints = new ArrayList<>();
        for (int i = 0; i < replicas; i++) {
            NodeSlot node = builder.place();
            Instant started = created.plusSeconds(60L * i);
            ObjectNode pod = prototype.ordinal(i, CLAIM, started, dice);
            addStorage(app, CLAIM + "-" + app.name() + "-" + i, started, node);
            builder.pod(pod, PodState.RUNNING, node, started.plusSeconds(20));
            endpoints.add(EndpointSlices.endpoint(pod, true, node.zone()));
        }
        supporting.expose(app, endpoints, true, created);
    }

    private void addStorage(Application app, String name, Instant created, NodeSlot node) {
        Metadata claim = Metadata.of(app.namespace(), name, dice, created).labelled(app.selector());
        builder.add(Volumes.claim(claim, STORAGE_CLASS, SIZE));
        builder.add(Volumes.volume(claim, STORAGE_CLASS, SIZE, node.zone(), dice));
    }
}
