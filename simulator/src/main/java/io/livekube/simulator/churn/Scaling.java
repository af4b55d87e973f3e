package io.livekube.simulator.churn;

import io.livekube.simulator.cluster.object.Autoscalers;
import io.livekube.simulator.cluster.object.Events.Happening;
import java.util.Optional;

/// Scaling of a deployment around its initial size, by a user or by its autoscaler.
final class Scaling implements Activity {
    private enum Stage {
        MEASURE,
        DECIDE,
        RESIZE,
        SETTLE
    }

    private final DeploymentEntry deployment;
    private final int target;
    private final PodWorkList works = new PodWorkList();
    private Stage stage;

    private Scaling(DeploymentEntry deployment, int target, boolean automatic) {
        this.deployment = deployment;
        this.target = target;
        this.stage = automatic ? Stage.MEASURE : Stage.DECIDE;
        deployment.busy = true;
    }

    static Optional<Activity> byHand(ChurnContext context) {
        return IdlePicker.deployment(context)
                .map(deployment -> new Scaling(deployment, target(context, deployment), false));
    }

    static Optional<Activity> byAutoscaler(ChurnContext context) {
        return IdlePicker.deployment(context, deployment -> deployment.autoscaler.isPresent())
                .map(deployment -> new Scaling(deployment, target(context, deployment), true));
    }

    private static int target(ChurnContext context, DeploymentEntry deployment) {
        int usual = deployment.usual;
        int least = Math.max(1, usual / 2);
        int target = context.dice().between(least, usual + usual - least);
        return target != deployment.desired ? target : deployment.desired >= usual ? Math.max(1, usual - 1) : usual;
    }

    @Override
    public boolean advance(ChurnContext context) {
        return !deployment.gone
                && switch (stage) {
                    case MEASURE -> measure(context);
                    case DECIDE -> {
                        stage = Stage.RESIZE;
                        yield Replicas.set(context, deployment, target);
                    }
                    case RESIZE -> resize(context);
                    case SETTLE -> settle(context);
                };
    }

    @Override
    public void end() {
        deployment.busy = false;
    }

    private boolean measure(ChurnContext context) {
        stage = Stage.DECIDE;
        int percent = Autoscalers.TARGET_PERCENT * Math.max(1, target) / Math.max(1, deployment.desired);
        boolean known = context.edit(
                deployment.autoscaler.orElseThrow(),
                tree -> Autoscalers.measure(tree, deployment.desired, target, percent, context.now()));
        if (!known) {
            deployment.autoscaler = Optional.empty();
        }
        return known;
    }

    private boolean resize(ChurnContext context) {
        stage = Stage.SETTLE;
        ReplicaSetEntry set = deployment.newest();
        int before = set.staying();
        if (!Replicas.set(context, set, target)) {
            return false;
        }
        works.start(set, Math.max(0, target - before));
        int surplus = before - target;
        for (PodEntry pod : set.pods.toArray(PodEntry[]::new)) {
            if (surplus > 0 && !pod.leaving) {
                works.stop(set, pod);
                surplus--;
            }
        }
        context.read(deployment.ref)
                .ifPresent(tree -> context.event(
                        tree,
                        Happening.normal(
                                "ScalingReplicaSet",
                                "Scaled " + (target > before ? "up" : "down") + " replica set " + set.ref.name()
                                        + " from " + before + " to " + target,
                                "deployment-controller"),
                        ""));
        return true;
    }

    private boolean settle(ChurnContext context) {
        if (works.isEmpty()) {
            context.report(deployment.newest());
            return false;
        }
        works.advance(context);
        return true;
    }
}
