package io.livekube.hub.rest;

import io.livekube.hub.cluster.IngestExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Checks whether the hub makes progress; if not, it should be restarted.
///
/// Work that takes many times longer than it should is considered stuck.
public final class Liveness {
    /// Limit for one batch; batches normally take milliseconds.
    public static final Duration STUCK = Duration.ofMinutes(1);

    private final IngestExecutor ingestExecutor;
    private final Duration stuck;
    private final Supplier<Duration> sinceIdleCheck;
    private final Duration maxIdleCheckAge;

    /// @param sinceIdleCheck time since the last check for idle clusters
    /// @param every interval between such checks
    /// @param stuck how long a batch may be in progress
    public Liveness(IngestExecutor ingestExecutor, Supplier<Duration> sinceIdleCheck, Duration every, Duration stuck) {
        this.ingestExecutor = ingestExecutor;
        this.stuck = stuck;
        this.sinceIdleCheck = sinceIdleCheck;
        this.maxIdleCheckAge = every.multipliedBy(3).plus(stuck);
    }

    /// Describes what is stuck; empty if nothing is.
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        Duration longest = ingestExecutor.longestInProgress();
        if (longest.compareTo(stuck) > 0) {
            problems.add("ingest is stuck: a batch has been in progress for %d s".formatted(longest.toSeconds()));
        }
        Duration idle = sinceIdleCheck.get();
        if (idle.compareTo(maxIdleCheckAge) > 0) {
            problems.add("idle clusters have not been checked for %d s".formatted(idle.toSeconds()));
        }
        return problems;
    }
}
