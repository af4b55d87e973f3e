package io.livekube.simulator.cluster;

import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.PodState;
import java.time.Duration;
import java.time.Instant;

/// Distribution of pods over states, and the times since when.
final class PodStateMix {
    private PodStateMix() {}

    /// The state of a service's pod: about 94% run.
    static PodState serviceState(Dice dice) {
        double roll = dice.fraction();
        if (roll < 0.940) {
            return PodState.RUNNING;
        } else if (roll < 0.948) {
            return PodState.STARTING;
        } else if (roll < 0.960) {
            return PodState.CONTAINER_CREATING;
        } else if (roll < 0.969) {
            return PodState.UNSCHEDULABLE;
        } else if (roll < 0.986) {
            return PodState.CRASH_LOOP_BACK_OFF;
        } else if (roll < 0.993) {
            return PodState.IMAGE_PULL_BACK_OFF;
        }
        return PodState.OOM_KILLED;
    }

    static Instant created(PodState state, Duration oldest, Instant now, Dice dice) {
        boolean young = state == PodState.CONTAINER_CREATING || state == PodState.STARTING;
        Duration limit = young && oldest.compareTo(Duration.ofMinutes(1)) > 0 ? Duration.ofMinutes(1) : oldest;
        return now.minus(dice.upTo(limit));
    }

    /// When a pod reached its state: soon after creation, or at a random later time for failures.
    static Instant reached(PodState state, Instant created, Instant now, Dice dice) {
        Instant soon = created.plusSeconds(dice.between(2, 40));
        Instant at = switch (state) {
            case UNSCHEDULABLE, SCHEDULED, CONTAINER_CREATING, STARTING, RUNNING, IMAGE_PULL_BACK_OFF, NODE_LOST ->
                soon;
            case COMPLETED, FAILED -> soon.plusSeconds(dice.between(5, 300));
            case CRASHED, CRASH_LOOP_BACK_OFF, OOM_KILLED, EVICTED -> now.minusSeconds(dice.between(1, 280));
        };
        Instant bounded = at.isAfter(now) ? now : at;
        return bounded.isBefore(created) ? created : bounded;
    }
}
