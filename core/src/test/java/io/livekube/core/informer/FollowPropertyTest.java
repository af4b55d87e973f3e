package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.watch.ReflectorReport;
import io.livekube.core.watch.ReflectorReport.Counters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Any interleaving of list, watch, relist, compaction, restore, disconnect and duplicate delivery ends with a
/// cache equal to the server, and with handlers that received a sequence leading to that state.
///
/// A failure states its seed and the last steps; `-Dlivekube.seed=<seed>` replays only that one.
class FollowPropertyTest {
    private static final int SEEDS = Integer.getInteger("livekube.schedules", 12_000);

    @Test
    void everyScheduleEndsWithTheCacheEqualToTheServer() {
        Long only = Long.getLong("livekube.seed");
        if (only != null) {
            run(only);
            return;
        }
        List<ReflectorReport> reports = new ArrayList<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            reports.addAll(run(seed));
        }
        assertThat(reports).as("every way was taken").anyMatch(r -> visits(r.counters()));
        for (Way way : WAYS) {
            assertThat(reports.stream().filter(r -> way.count(r.counters()) > 0).count())
                    .as(way.name())
                    .isGreaterThan(SEEDS / 100);
        }
    }

    private interface Counter {
        long of(Counters counters);
    }

    private record Way(String name, Counter counter) {
        long count(Counters counters) {
            return counter.of(counters);
        }
    }

    /// Schedules that never reach these would prove little.
    private static final List<Way> WAYS = List.of(
            new Way("duplicates", Counters::duplicates),
            new Way("expired watches", Counters::expired),
            new Way("stuck", Counters::stuck),
            new Way("timed out pages", Counters::timedOutPages),
            new Way("undecodable", Counters::undecodable),
            new Way("epochs", Counters::epochs),
            new Way("WatchList given up", Counters::watchListFallbacks));

    private static boolean visits(Counters counters) {
        return counters.lists() > 1 && counters.watches() > 1 && counters.events() > 0;
    }

    private static List<ReflectorReport> run(long seed) {
        try {
            return new FollowSchedule(seed, false).run();
        } catch (RuntimeException | AssertionError first) {
            // The same again, since a seed decides everything, but with notes.
            var again = new FollowSchedule(seed, true);
            try {
                again.run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed %d: %s%nafter%n  %s".formatted(seed, e.getMessage(), again.trace()), e);
            }
            throw new AssertionError("seed " + seed + " fails only sometimes: something is not decided by it", first);
        }
    }
}
