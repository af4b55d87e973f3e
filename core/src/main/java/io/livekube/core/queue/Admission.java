package io.livekube.core.queue;

import java.time.Duration;

/// Response of a queue to an offered key.
public sealed interface Admission {

    /// The key will be worked on.
    ///
    /// @param dueIn how long until it is due; zero if it is queued, or waits only for the work on it to be done
    /// @param merged whether an earlier add of the same key now stands for both
    record Accepted(Duration dueIn, boolean merged) implements Admission {}

    /// The key is not held, and the queue holds `limit` others ([QueueConfig#maxKeys()]): offer it again later.
    record Full(int limit) implements Admission {}

    /// The queue is draining or closed, and accepts no more keys.
    record Closed() implements Admission {}
}
