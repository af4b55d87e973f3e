package io.livekube.simulator.churn;

/// Something that goes on in a cluster for a while, as a sequence of small steps.
sealed interface Activity permits Rollout, Scaling, CrashLoop, NodeLoss, EventStorm, CronRun, NodeHeartbeat {
    /// Does the next step, of none to a few writes; false when it is over.
    boolean advance(ChurnContext world);
}
