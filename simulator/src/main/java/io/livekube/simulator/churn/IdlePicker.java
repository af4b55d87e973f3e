package io.livekube.simulator.churn;

import java.util.Optional;
import java.util.function.Predicate;

/// Picks random objects that no activity uses.
final class IdlePicker {
    private static final int TRIES = 10;

    private IdlePicker() {}

    static Optional<DeploymentEntry> deployment(ChurnContext world) {
        return deployment(world, deployment -> true);
    }

    static Optional<DeploymentEntry> deployment(ChurnContext world, Predicate<DeploymentEntry> fit) {
        if (world.model().deployments.isEmpty()) {
            return Optional.empty();
        }
        for (int i = 0; i < TRIES; i++) {
            DeploymentEntry deployment = world.dice().pick(world.model().deployments);
            if (!deployment.busy && fit.test(deployment)) {
                return Optional.of(deployment);
            }
        }
        return Optional.empty();
    }

    static Optional<NodeEntry> node(ChurnContext world) {
        if (world.model().nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(world.dice().pick(world.model().nodes)).filter(node -> !node.lost);
    }

    /// A ready pod of a deployment that no activity uses.
    static Optional<PodEntry> pod(ChurnContext world) {
        return deployment(world)
                .flatMap(deployment -> deployment.newest().pods.stream()
                        .filter(pod -> pod.ready && !pod.leaving && pod.node != null && !pod.node.lost)
                        .findFirst());
    }
}
