package io.livekube.lab.sync;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Thousands of schedules of agent and hub; `-Dlivekube.seed=N` replays one.
final class SyncSimulationTest {
    private static final int SCHEDULES = 10_000;
    private static final int FIRST = 500;
    private static final int STEPS = 150;

    @Test
    void firstSchedulesDoNotDiverge() {
        for (long i = 0; i < FIRST; i++) {
            run(i);
        }
    }

    @Test
    @Tag("slow")
    void schedulesWithLossRepetitionDelayAndCrashesDoNotDiverge() {
        Long seed = Long.getLong("livekube.seed");
        if (seed != null) {
            new SyncSchedule(seed, seed % 10 == 0).run(STEPS);
            return;
        }
        for (long i = FIRST; i < SCHEDULES; i++) {
            run(i);
        }
    }

    private static void run(long seed) {
        try {
            new SyncSchedule(seed, seed % 10 == 0).run(STEPS);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + " (replay with -Dlivekube.seed=" + seed + ")", e);
        }
    }
}
