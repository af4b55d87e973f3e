package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.Nodes;
import io.livekube.simulator.cluster.object.PodStatuses;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/// Outage of a node: its pods become unready; unless the node returns soon, those of deployments are evicted
/// and replaced on other nodes. The node always returns in the end.
final class NodeLoss implements Activity {
    private enum Stage {
        LOSE,
        UNREADY,
        EVICT,
        RETURN,
        READY
    }

    private static final int FEWEST_NODES = 2;
    private static final int NODES_PER_LOSS = 20;
    private static final double SOON_BACK = 0.4;

    private final NodeEntry node;
    private final boolean soonBack;
    private final Deque<PodEntry> pods = new ArrayDeque<>();
    private final PodWorkList works = new PodWorkList();
    private Optional<DeploymentEntry> evicting = Optional.empty();
    private Stage stage = Stage.LOSE;

    private NodeLoss(NodeEntry node, boolean soonBack) {
        this.node = node;
        this.soonBack = soonBack;
        node.lost = true;
    }

    static Optional<Activity> start(ChurnContext context) {
        var nodes = context.model().nodes;
        long lost = nodes.stream().filter(node -> node.lost).count();
        if (nodes.size() < FEWEST_NODES || lost > nodes.size() / NODES_PER_LOSS) {
            return Optional.empty();
        }
        return IdlePicker.node(context)
                .map(node -> new NodeLoss(node, context.dice().chance(SOON_BACK)));
    }

    @Override
    public boolean advance(ChurnContext context) {
        return switch (stage) {
            case LOSE -> {
                next(Stage.UNREADY);
                yield tell(
                        context,
                        tree -> Nodes.lose(tree, context.now()),
                        Happening.normal(
                                "NodeNotReady",
                                "Node " + node.slot.name() + " status is now: NodeNotReady",
                                "node-controller"));
            }
            case UNREADY -> eachPod(context, false, soonBack ? Stage.RETURN : Stage.EVICT);
            case EVICT -> evict(context);
            case RETURN -> {
                next(Stage.READY);
                node.lost = false;
                yield tell(
                        context,
                        tree -> Nodes.regain(tree, context.now()),
                        Happening.normal(
                                "NodeReady", "Node " + node.slot.name() + " status is now: NodeReady", "kubelet"));
            }
            case READY -> eachPod(context, true, Stage.READY);
        };
    }

    @Override
    public void end() {
        node.lost = false;
        release();
    }

    private void release() {
        evicting.ifPresent(deployment -> deployment.busy = false);
        evicting = Optional.empty();
    }

    private void next(Stage then) {
        stage = then;
        pods.clear();
        pods.addAll(node.pods);
    }

    private boolean tell(ChurnContext context, Consumer<ObjectNode> change, Happening what) {
        if (!context.edit(node.ref, change)) {
            context.model().nodes.remove(node);
            return false;
        }
        context.read(node.ref).ifPresent(tree -> context.event(tree, what, ""));
        return true;
    }

    private boolean eachPod(ChurnContext context, boolean ready, Stage then) {
        if (pods.isEmpty()) {
            next(then);
            return then != Stage.READY;
        }
        PodEntry pod = pods.removeFirst();
        if (pod.leaving || pod.ready == ready || (ready && !pod.unready)) {
            return true;
        }
        if (context.editPod(pod, tree -> PodStatuses.setReady(tree, ready, context.now()))) {
            pod.ready = ready;
            pod.unready = !ready;
            if (pod.set != null) {
                context.reportReadiness(pod, pod.set, node);
            }
        }
        return true;
    }

    /// Evicts one pod at a time, while no other activity uses its deployment.
    private boolean evict(ChurnContext context) {
        if (!works.isEmpty()) {
            works.advance(context);
            return true;
        }
        release();
        if (pods.isEmpty()) {
            next(Stage.RETURN);
            return true;
        }
        PodEntry pod = pods.removeFirst();
        ReplicaSetEntry set = pod.set;
        if (set != null && !pod.leaving && !set.deployment.busy && !set.deployment.gone) {
            set.deployment.busy = true;
            evicting = Optional.of(set.deployment);
            works.stop(set, pod);
            works.start(set, 1);
        }
        return true;
    }
}
