package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.cluster.object.Metadata;

/// Termination of a pod of a replica set: marked for deletion, removed from the endpoints, deleted.
final class PodStop implements PodWork {
    private enum Stage {
        MARK,
        UNLIST,
        DELETE,
        REPORT
    }

    private static final int GRACE_SECONDS = 30;
    private static final double EVENT_CHANCE = 0.3;
    private final ReplicaSetEntry set;
    private final PodEntry pod;
    private Stage stage = Stage.MARK;

    PodStop(ReplicaSetEntry set, PodEntry pod) {
        this.set = set;
        this.pod = pod;
        pod.leaving = true;
    }

    @Override
    public boolean advance(ChurnContext context) {
        return switch (stage) {
            case MARK -> {
                stage = Stage.UNLIST;
                yield context.editPod(pod, tree -> mark(context, tree));
            }
            case UNLIST -> {
                stage = Stage.DELETE;
                EndpointSliceController.remove(context, set.deployment, pod.ref.name());
                if (context.dice().chance(EVENT_CHANCE)) {
                    context.read(pod.ref)
                            .ifPresent(tree -> context.event(
                                    tree,
                                    Happening.normal("Killing", "Stopping container app", "kubelet"),
                                    tree.path("spec").path("nodeName").asText()));
                }
                yield true;
            }
            case DELETE -> {
                stage = Stage.REPORT;
                context.delete(pod.ref);
                context.model().forget(pod);
                yield true;
            }
            case REPORT -> {
                context.report(set);
                yield false;
            }
        };
    }

    private static void mark(ChurnContext context, ObjectNode tree) {
        ObjectNode metadata = JsonTree.child(tree, "metadata");
        Metadata.raiseGeneration(tree);
        metadata.put("deletionTimestamp", JsonTree.time(context.now().plusSeconds(GRACE_SECONDS)));
        metadata.put("deletionGracePeriodSeconds", GRACE_SECONDS);
    }
}
