package io.livekube.simulator.churn;

import java.util.Optional;

/// Kinds of [Activity], and how often one of each begins.
public enum Behaviour {
    ROLLOUT(6),
    CRASH_LOOP(12),
    SCALE(6),
    AUTOSCALE(6),
    NODE_LOSS(1),
    EVENT_STORM(4),
    CRON_JOB_RUN(15),
    HEARTBEAT(50);

    private final int weight;

    Behaviour(int weight) {
        this.weight = weight;
    }

    int weight() {
        return weight;
    }

    /// Starts an activity of this kind on an object that no other activity uses; empty if there is none.
    Optional<Activity> start(ChurnContext context) {
        return switch (this) {
            case ROLLOUT -> Rollout.start(context);
            case CRASH_LOOP -> CrashLoop.start(context);
            case SCALE -> Scaling.byHand(context);
            case AUTOSCALE -> Scaling.byAutoscaler(context);
            case NODE_LOSS -> NodeLoss.start(context);
            case EVENT_STORM -> EventStorm.start(context);
            case CRON_JOB_RUN -> CronRun.start(context);
            case HEARTBEAT -> NodeHeartbeat.start(context);
        };
    }
}
