package io.livekube.agent.tasks;

/// How tasks of one type went.
///
/// @param done those whose result was sent and says so
/// @param failed those that could not be done, or whose result came too late
public record TaskCount(long done, long failed) {
    static final TaskCount NONE = new TaskCount(0, 0);

    TaskCount plus(boolean success) {
        return success ? new TaskCount(done + 1, failed) : new TaskCount(done, failed + 1);
    }
}
