package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.resource.BuiltInTypes;

/// Changes of `spec.replicas`.
final class Replicas {
    private Replicas() {}

    static boolean set(ChurnContext context, ReplicaSetEntry set, int replicas) {
        return context.edit(BuiltInTypes.REPLICA_SET, set.deployment.namespace, set.name, tree -> set(tree, replicas));
    }

    static boolean set(ChurnContext context, DeploymentEntry deployment, int replicas) {
        deployment.desired = replicas;
        boolean known = context.edit(
                BuiltInTypes.DEPLOYMENT, deployment.namespace, deployment.name, tree -> set(tree, replicas));
        if (!known) {
            context.model().forget(deployment);
        }
        return known;
    }

    private static void set(ObjectNode tree, int replicas) {
        ObjectNode metadata = JsonTree.child(tree, "metadata");
        metadata.put("generation", metadata.path("generation").asInt(1) + 1);
        JsonTree.child(tree, "spec").put("replicas", replicas);
    }
}
