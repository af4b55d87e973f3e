package io.livekube.simulator.churn;

/// Start or termination of one pod, one or two writes at a time.
sealed interface PodWork permits PodStart, PodStop {
    /// Performs the next writes; false when nothing is left to do.
    boolean advance(ChurnContext context);
}
