package io.livekube.core.queue;

import java.time.Duration;

/// Statistics of a queue at one moment.
///
/// @param name of the queue
/// @param depth keys that are due and wait for a worker
/// @param delayed keys that have a timer (they may be queued or worked on as well)
/// @param running keys that are being worked on
/// @param adds how often a key came to wait for a worker, delayed ones when they became due
/// @param merged how often an add was absorbed by an earlier one of the same key
/// @param retries how many rate-limited adds were accepted
/// @param refused how many keys were refused because the queue was full
/// @param waitTime from the moment a key was due to the moment a worker took it
/// @param workTime from the moment a worker took a key to the moment it was done
/// @param unfinishedWork how long the running keys have been worked on, added up: a steady rise means stuck workers
/// @param longestRunning how long the oldest of them has been worked on
public record QueueStats(
        String name,
        int depth,
        int delayed,
        int running,
        long adds,
        long merged,
        long retries,
        long refused,
        Histogram waitTime,
        Histogram workTime,
        Duration unfinishedWork,
        Duration longestRunning) {}
