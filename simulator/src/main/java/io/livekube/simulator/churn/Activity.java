package io.livekube.simulator.churn;

/// Process in a simulated cluster, such as a rollout, as a sequence of small steps.
sealed interface Activity permits Rollout, Scaling, CrashLoop, NodeLoss, EventStorm, CronRun, NodeHeartbeat {
    /// Performs the next step, of zero or more writes; false when the activity has ended.
    boolean advance(ChurnContext context);

    /// Releases what the activity has reserved; called once, after its last step.
    default void end() {}
}
