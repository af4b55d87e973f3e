package io.livekube.simulator.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Configs;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.NodeSlot;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
import io.livekube.simulator.cluster.object.PodTemplates;
import io.livekube.simulator.cluster.object.WorkloadStatuses;
import io.livekube.simulator.cluster.object.Workloads;
import java.time.Duration;
import java.time.Instant;

/// Creates a daemon set with a pod on every node.
final class DaemonSetMaker {
    private final ClusterBuilder builder;
    private final Dice dice;

    DaemonSetMaker(ClusterBuilder builder) {
        this.builder = builder;
        this.dice = builder.dice();
    }

    void make(Application app, String image) {
        Instant created = builder.within(Duration.ofDays(300));
        ObjectNode template = PodTemplates.nodeAgent(app.name(), image, app.labels("agent"), dice);
        builder.add(Configs.serviceAccount(app.metadata(dice, created)));
        builder.add(Configs.configMap(app.metadata(dice, created), 30, dice));
        Metadata metadata = app.metadata(dice, created).labelled(app.labels("agent"));
        ObjectNode set = Workloads.daemonSet(metadata, app.selector(), template);
        int nodes = builder.nodes().size();
        WorkloadStatuses.daemonSet(set, nodes, nodes, created);
        builder.add(set);
        PodPrototype prototype = new PodPrototype(
                set,
                PodTemplates.labelled(
                        PodTemplates.labelled(template, "controller-revision-hash", dice.suffix(9)),
                        "pod-template-generation",
                        "1"));
        for (NodeSlot node : builder.nodes()) {
            Instant started = created.plusSeconds(dice.between(1, 600));
            builder.pod(prototype.pod(started, dice), PodState.RUNNING, node, started.plusSeconds(8));
        }
    }
}
