package io.livekube.simulator.churn;

/// One pod on its way in or out, a write or two at a time.
sealed interface PodWork permits PodStart, PodStop {
    /// Does the next piece; false when nothing is left to do.
    boolean advance(ChurnContext world);
}
