package io.livekube.cli.doctor;

import java.time.Duration;
import java.util.List;

/// Delay from a change to its watch event.
sealed interface ChangeDelay {
    /// Events arrived that carry the time of their write.
    ///
    /// @param delays from the writer's clock before the write to ours at the event, shortest first; negative
    ///     if the writer's clock is ahead of ours
    record Seen(List<Duration> delays) implements ChangeDelay {
        public Seen {
            delays = delays.stream().sorted().toList();
        }

        Duration median() {
            return delays.get(delays.size() / 2);
        }

        Duration longest() {
            return delays.getLast();
        }
    }

    /// Nothing changed during the measurement.
    record Quiet(Duration waited) implements ChangeDelay {}

    /// It could not be measured.
    record Unknown(String why) implements ChangeDelay {}
}
