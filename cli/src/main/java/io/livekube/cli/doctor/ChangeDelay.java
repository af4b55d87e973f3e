package io.livekube.cli.doctor;

import java.time.Duration;
import java.util.List;

/// How long it takes from a change until a watch tells of it.
sealed interface ChangeDelay {
    /// Changes came that have the time of their writing in them.
    ///
    /// @param delays from the writer's clock before it wrote to ours when the event came, shortest first;
    /// below
    ///     zero if that clock is ahead of ours
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

    /// Nothing changed while it was looked at.
    record Quiet(Duration waited) implements ChangeDelay {}

    /// It could not be looked at.
    record Unknown(String why) implements ChangeDelay {}
}
