package io.livekube.core.queue;

import java.time.Duration;

/// Response of a queue to an offered key.
public sealed interface Admission {

    /// The key will be processed.
    ///
    /// @param dueIn time until it is due; zero if it is queued, or waits only until its current processing is done
    /// @param merged whether it was merged with an earlier add of the same key
    record Accepted(Duration dueIn, boolean merged) implements Admission {}

    /// The key is not held, and the queue holds `limit` others ([QueueConfig#maxKeys()]): offer it again later.
    record Full(int limit) implements Admission {}

    /// The queue is draining or closed, and accepts no more keys.
    record Closed() implements Admission {}
}
