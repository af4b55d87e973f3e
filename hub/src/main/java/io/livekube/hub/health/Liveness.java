package io.livekube.hub.health;

import io.livekube.hub.cluster.IngestExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Checks whether the hub still makes progress; if not, it should be restarted.
///
/// Work that takes many times longer than it ever should is assumed to be stuck.
public final class Liveness {
    /// Batches take milliseconds.
    public static final Duration STUCK = Duration.ofMinutes(1);

    private final IngestExecutor ingestExecutor;
    private final Duration stuck;
    private final Supplier<Duration> sinceHousekeeping;
    private final Duration housekeepingPatience;

    /// @param sinceHousekeeping time since the last check of idle clusters
    /// @param every interval between such checks
    /// @param stuck how long a batch may be processed
    public Liveness(
            IngestExecutor ingestExecutor, Supplier<Duration> sinceHousekeeping, Duration every, Duration stuck) {
        this.ingestExecutor = ingestExecutor;
        this.stuck = stuck;
        this.sinceHousekeeping = sinceHousekeeping;
        this.housekeepingPatience = every.multipliedBy(3).plus(stuck);
    }

    /// What is stuck, in plain words; empty if nothing is.
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        Duration longest = ingestExecutor.longestInProgress();
        if (longest.compareTo(stuck) > 0) {
            problems.add("ingest is stuck: a batch has been processing for %d s".formatted(longest.toSeconds()));
        }
        Duration idle = sinceHousekeeping.get();
        if (idle.compareTo(housekeepingPatience) > 0) {
            problems.add("idle clusters have not been checked for %d s".formatted(idle.toSeconds()));
        }
        return problems;
    }
}
