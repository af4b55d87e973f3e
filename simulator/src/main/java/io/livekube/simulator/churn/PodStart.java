package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.PodEvents;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
import io.livekube.simulator.resource.BuiltInTypes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Start of a pod of a replica set: from creation and scheduling to readiness and its endpoint.
final class PodStart implements PodWork {
    private enum Stage {
        CREATE,
        BIND,
        PULL,
        START,
        READY,
        REPORT
    }

    private static final double EVENT_CHANCE = 0.3;
    private final ReplicaSetEntry set;
    private Stage stage = Stage.CREATE;
    private @Nullable PodEntry pod;

    PodStart(ReplicaSetEntry set) {
        this.set = set;
    }

    /// Whether the pod has been created.
    boolean created() {
        return pod != null;
    }

    @Override
    public boolean advance(ChurnContext context) {
        if (stage == Stage.CREATE) {
            stage = Stage.BIND;
            return create(context);
        }
        PodEntry entry = pod;
        if (entry == null || entry.leaving) {
            return false;
        }
        return switch (stage) {
            case CREATE -> throw new IllegalStateException("a pod is created once");
            case BIND -> {
                context.model().put(entry, context.model().place(context.dice()));
                yield move(context, entry, PodState.SCHEDULED, Stage.PULL);
            }
            case PULL -> move(context, entry, PodState.CONTAINER_CREATING, Stage.START);
            case START -> move(context, entry, PodState.STARTING, Stage.READY);
            case READY -> move(context, entry, PodState.RUNNING, Stage.REPORT);
            case REPORT -> {
                context.report(set);
                yield false;
            }
        };
    }

    private boolean create(ChurnContext context) {
        Optional<ObjectNode> owner = context.read(set.ref);
        if (owner.isEmpty()) {
            return false;
        }
        PodPrototype prototype = PodPrototype.of(owner.get());
        ObjectNode tree = prototype.pod(context.now(), context.dice());
        while (context.exists(ObjectRef.of(BuiltInTypes.POD, tree))) {
            tree = prototype.pod(context.now(), context.dice());
        }
        if (!context.create(BuiltInTypes.POD, tree)) {
            return false;
        }
        pod = new PodEntry(ObjectRef.of(BuiltInTypes.POD, tree), set);
        set.pods.add(pod);
        return true;
    }

    private boolean move(ChurnContext context, PodEntry entry, PodState state, Stage next) {
        NodeEntry node = entry.node;
        if (node == null) {
            return false;
        }
        boolean listed = state == PodState.RUNNING;
        boolean withEvents = context.dice().chance(EVENT_CHANCE);
        if (!context.move(entry, node, state)) {
            return false;
        }
        stage = next;
        entry.ready = state.ready();
        if (listed || withEvents) {
            context.read(entry.ref).ifPresent(tree -> {
                if (listed) {
                    EndpointSliceController.put(context, set.deployment, tree, true, node.slot.zone());
                }
                if (withEvents) {
                    context.event(tree, PodEvents.of(state, tree, node.slot), node.slot.name());
                }
            });
        }
        return true;
    }
}
