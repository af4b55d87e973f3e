package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.PodEvents;
import io.livekube.simulator.cluster.object.PodState;
import java.util.Optional;

/// Pod whose container crashes repeatedly, with increasing back-offs, until it recovers.
final class CrashLoop implements Activity {
    private static final int FEWEST_CRASHES = 2;
    private static final int MOST_CRASHES = 6;
    private static final double OUT_OF_MEMORY = 0.25;

    private final PodEntry pod;
    private final boolean outOfMemory;
    private int crashesLeft;
    private PodState next = PodState.CRASHED;
    private Optional<ObjectRef> event = Optional.empty();

    private CrashLoop(PodEntry pod, int crashes, boolean outOfMemory) {
        this.pod = pod;
        this.crashesLeft = crashes;
        this.outOfMemory = outOfMemory;
    }

    static Optional<Activity> start(ChurnContext context) {
        return IdlePicker.pod(context)
                .map(pod -> new CrashLoop(
                        pod,
                        context.dice().between(FEWEST_CRASHES, MOST_CRASHES),
                        context.dice().chance(OUT_OF_MEMORY)));
    }

    @Override
    public boolean advance(ChurnContext context) {
        NodeEntry node = pod.node;
        if (pod.leaving || node == null || pod.set == null) {
            return false;
        }
        PodState state = next;
        boolean was = pod.ready;
        if (!context.move(pod, node, state)) {
            return false;
        }
        pod.ready = state.ready();
        if (was != pod.ready) {
            context.reportReadiness(pod, pod.set, node);
        }
        return switch (state) {
            case CRASHED -> {
                next = outOfMemory ? PodState.OOM_KILLED : PodState.CRASH_LOOP_BACK_OFF;
                crashesLeft--;
                yield true;
            }
            case CRASH_LOOP_BACK_OFF, OOM_KILLED -> {
                tell(context, state, node);
                next = PodState.STARTING;
                yield true;
            }
            case STARTING -> {
                next = crashesLeft > 0 ? PodState.CRASHED : PodState.RUNNING;
                yield true;
            }
            case RUNNING,
                    UNSCHEDULABLE,
                    SCHEDULED,
                    CONTAINER_CREATING,
                    IMAGE_PULL_BACK_OFF,
                    COMPLETED,
                    FAILED,
                    EVICTED,
                    NODE_LOST -> false;
        };
    }

    /// The first back-off creates an event, later ones increment its count.
    private void tell(ChurnContext context, PodState state, NodeEntry node) {
        if (event.isPresent() && context.repeat(event.get())) {
            return;
        }
        Optional<ObjectNode> tree = context.read(pod.ref);
        if (tree.isPresent()) {
            context.event(tree.get(), PodEvents.of(state, tree.get(), node.slot), node.slot.name());
            event = Optional.of(context.model().events.getLast());
        }
    }
}
