package io.livekube.simulator.churn;

import io.livekube.simulator.cluster.object.Nodes;
import io.livekube.simulator.resource.BuiltInTypes;
import java.util.Optional;

/// Periodic status report of a kubelet.
final class NodeHeartbeat implements Activity {
    private final NodeEntry node;

    private NodeHeartbeat(NodeEntry node) {
        this.node = node;
    }

    static Optional<Activity> start(ChurnContext world) {
        return IdlePicker.node(world).map(NodeHeartbeat::new);
    }

    @Override
    public boolean advance(ChurnContext world) {
        if (!node.lost
                && !world.edit(BuiltInTypes.NODE, "", node.slot.name(), tree -> Nodes.heartbeat(tree, world.now()))) {
            world.model().nodes.remove(node);
        }
        return false;
    }
}
