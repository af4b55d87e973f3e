package io.livekube.simulator.churn;

import java.util.Optional;
import java.util.function.Predicate;

/// Picks random objects that no activity uses.
final class IdlePicker {
    private static final int TRIES = 10;

    private IdlePicker() {}

    static Optional<DeploymentEntry> deployment(ChurnContext context) {
        return deployment(context, deployment -> true);
    }

    static Optional<DeploymentEntry> deployment(ChurnContext context, Predicate<DeploymentEntry> fit) {
        if (context.model().deployments.isEmpty()) {
            return Optional.empty();
        }
        for (int i = 0; i < TRIES; i++) {
            DeploymentEntry deployment = context.dice().pick(context.model().deployments);
            if (!deployment.busy && fit.test(deployment)) {
                return Optional.of(deployment);
            }
        }
        return Optional.empty();
    }

    static Optional<NodeEntry> node(ChurnContext context) {
        if (context.model().nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(context.dice().pick(context.model().nodes)).filter(node -> !node.lost);
    }

    /// A ready pod of a deployment that no activity uses.
    static Optional<PodEntry> pod(ChurnContext context) {
        return deployment(context)
                .flatMap(deployment -> deployment.newest().pods.stream()
                        .filter(pod -> pod.ready && !pod.leaving && pod.node != null && !pod.node.lost)
                        .findFirst());
    }
}
