package io.livekube.core.queue;

/// Report on a drained queue: the keys that were not processed.
///
/// @param delayed keys dropped because they were not due when the end began; this is no failure, a drain does not wait
///     for timers
/// @param queued keys dropped although they were due
/// @param running keys that workers are still processing
public record DrainReport(int delayed, int queued, int running) {

    /// Whether all due keys have been processed.
    public boolean complete() {
        return queued == 0 && running == 0;
    }
}
