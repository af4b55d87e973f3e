package io.livekube.core.queue;

/// How a queue ended: what nobody worked on.
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
