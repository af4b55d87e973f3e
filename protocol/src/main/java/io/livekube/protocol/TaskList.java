package io.livekube.protocol;

import java.util.List;

/// Tasks that an agent received, and those that it can't parse.
public record TaskList(List<Task> tasks, List<Unreadable> unreadable) {
    public TaskList {
        tasks = List.copyOf(tasks);
        unreadable = List.copyOf(unreadable);
    }

    /// A task of a newer hub, or an invalid one.
    ///
    /// @param result the result to report
    public record Unreadable(String id, TaskResult.Failed result) {}
}
