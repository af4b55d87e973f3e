package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Json;
import io.livekube.simulator.resource.BuiltInTypes;

/// Changes of `spec.replicas`.
final class Replicas {
    private Replicas() {}

    static boolean set(World world, ReplicaSetEntry set, int replicas) {
        return world.edit(BuiltInTypes.REPLICA_SET, set.deployment.namespace, set.name, tree -> set(tree, replicas));
    }

    static boolean set(World world, DeploymentEntry deployment, int replicas) {
        deployment.desired = replicas;
        boolean known =
                world.edit(BuiltInTypes.DEPLOYMENT, deployment.namespace, deployment.name, tree -> set(tree, replicas));
        if (!known) {
            world.model().forget(deployment);
        }
        return known;
    }

    private static void set(ObjectNode tree, int replicas) {
        ObjectNode metadata = Json.child(tree, "metadata");
        metadata.put("generation", metadata.path("generation").asInt(1) + 1);
        Json.child(tree, "spec").put("replicas", replicas);
    }
}
