package io.livekube.protocol;

import java.util.List;

/// The tasks that an agent got, and those of them that it can't read.
public record TaskList(List<Task> tasks, List<Unreadable> unreadable) {
    public TaskList {
        tasks = List.copyOf(tasks);
        unreadable = List.copyOf(unreadable);
    }

    /// A task of a newer hub, or a broken one: whoever waits for it is told, and the others are done.
    ///
    /// @param result what to answer
    public record Unreadable(String id, TaskResult.Failed result) {}
}
