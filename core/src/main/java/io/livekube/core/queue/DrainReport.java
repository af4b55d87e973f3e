package io.livekube.core.queue;

/// Report on the end of a queue: the keys that were not worked on.
///
/// @param delayed keys dropped because they were not due when the end began; this is no failure, a drain does not wait
///     for timers
/// @param queued keys dropped although they were due
/// @param running keys still in the hands of a worker
public record DrainReport(int delayed, int queued, int running) {

    /// Whether all that was due has been worked on.
    public boolean complete() {
        return queued == 0 && running == 0;
    }
}
