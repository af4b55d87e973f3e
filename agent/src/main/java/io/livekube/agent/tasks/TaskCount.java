package io.livekube.agent.tasks;

/// Counters of one type of task.
///
/// @param done tasks whose successful result was delivered
/// @param failed tasks that failed, or whose result was too late
public record TaskCount(long done, long failed) {
    static final TaskCount NONE = new TaskCount(0, 0);

    TaskCount plus(boolean success) {
        return success ? new TaskCount(done + 1, failed) : new TaskCount(done, failed + 1);
    }
}
