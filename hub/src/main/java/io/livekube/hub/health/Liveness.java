package io.livekube.hub.health;

import io.livekube.hub.cluster.IngestExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Tells whether the hub still makes progress; one that does not is to be restarted.
///
/// What takes many times as long as it ever should will never end.
public final class Liveness {
    /// A batch takes milliseconds.
    public static final Duration STUCK = Duration.ofMinutes(1);

    private final IngestExecutor ingestExecutor;
    private final Duration stuck;
    private final Supplier<Duration> sinceHousekeeping;
    private final Duration housekeepingPatience;

    /// @param sinceHousekeeping how long ago clusters were last looked after
    /// @param every how often that is done
    /// @param stuck how long a batch may be in work
    public Liveness(
            IngestExecutor ingestExecutor, Supplier<Duration> sinceHousekeeping, Duration every, Duration stuck) {
        this.ingestExecutor = ingestExecutor;
        this.stuck = stuck;
        this.sinceHousekeeping = sinceHousekeeping;
        this.housekeepingPatience = every.multipliedBy(3).plus(stuck);
    }

    /// What does not go on, in plain words; empty if everything does.
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        Duration longest = ingestExecutor.longestInProgress();
        if (longest.compareTo(stuck) > 0) {
            problems.add("ingest is stuck: a batch has been in work for %d s".formatted(longest.toSeconds()));
        }
        Duration idle = sinceHousekeeping.get();
        if (idle.compareTo(housekeepingPatience) > 0) {
            problems.add("clusters have not been looked after for %d s".formatted(idle.toSeconds()));
        }
        return problems;
    }
}
