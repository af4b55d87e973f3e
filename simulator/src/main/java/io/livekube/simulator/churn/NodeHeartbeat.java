package io.livekube.simulator.churn;

import io.livekube.simulator.cluster.object.Nodes;
import java.util.Optional;

/// Periodic status report of a kubelet.
final class NodeHeartbeat implements Activity {
    private final NodeEntry node;

    private NodeHeartbeat(NodeEntry node) {
        this.node = node;
    }

    static Optional<Activity> start(ChurnContext context) {
        return IdlePicker.node(context).map(NodeHeartbeat::new);
    }

    @Override
    public boolean advance(ChurnContext context) {
        if (!node.lost && !context.edit(node.ref, tree -> Nodes.heartbeat(tree, context.now()))) {
            context.model().nodes.remove(node);
        }
        return false;
    }
}
