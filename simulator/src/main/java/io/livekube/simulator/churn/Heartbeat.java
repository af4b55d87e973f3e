package io.livekube.simulator.churn;

import io.livekube.simulator.cluster.object.Nodes;
import io.livekube.simulator.resource.BuiltInTypes;
import java.util.Optional;

/// A kubelet's periodic report of its node's status.
final class Heartbeat implements Activity {
    private final NodeEntry node;

    private Heartbeat(NodeEntry node) {
        this.node = node;
    }

    static Optional<Activity> start(World world) {
        return Idle.node(world).map(Heartbeat::new);
    }

    @Override
    public boolean advance(World world) {
        if (!node.lost
                && !world.edit(BuiltInTypes.NODE, "", node.slot.name(), tree -> Nodes.heartbeat(tree, world.now()))) {
            world.model().nodes.remove(node);
        }
        return false;
    }
}
