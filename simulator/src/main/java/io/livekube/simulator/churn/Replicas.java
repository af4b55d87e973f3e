package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.cluster.object.Metadata;

/// Changes of `spec.replicas`.
final class Replicas {
    private Replicas() {}

    static boolean set(ChurnContext context, ReplicaSetEntry set, int replicas) {
        return context.edit(set.ref, tree -> set(tree, replicas));
    }

    static boolean set(ChurnContext context, DeploymentEntry deployment, int replicas) {
        deployment.desired = replicas;
        return context.editDeployment(deployment, tree -> set(tree, replicas));
    }

    private static void set(ObjectNode tree, int replicas) {
        Metadata.raiseGeneration(tree);
        JsonTree.child(tree, "spec").put("replicas", replicas);
    }
}
