package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.resource.BuiltInTypes;

/// Changes of `spec.replicas`.
final class Replicas {
    private Replicas() {}

    static boolean set(ChurnContext world, ReplicaSetEntry set, int replicas) {
        return world.edit(BuiltInTypes.REPLICA_SET, set.deployment.namespace, set.name, tree -> set(tree, replicas));
    }

    static boolean set(ChurnContext world, DeploymentEntry deployment, int replicas) {
        deployment.desired = replicas;
        boolean known =
                world.edit(BuiltInTypes.DEPLOYMENT, deployment.namespace, deployment.name, tree -> set(tree, replicas));
        if (!known) {
            world.model().forget(deployment);
        }
        return known;
    }

    private static void set(ObjectNode tree, int replicas) {
        ObjectNode metadata = JsonTree.child(tree, "metadata");
        metadata.put("generation", metadata.path("generation").asInt(1) + 1);
        JsonTree.child(tree, "spec").put("replicas", replicas);
    }
}
