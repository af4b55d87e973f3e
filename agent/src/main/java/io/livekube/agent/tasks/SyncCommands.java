package io.livekube.agent.tasks;

import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.util.List;

/// Effects that tasks have on an agent's sync. Each call returns at once.
public interface SyncCommands {
    /// Replaces every earlier one.
    void control(Task.SyncControl wanted);

    /// Reads everything again, in a new session. Does nothing while sync is off.
    void resync();

    /// What is held of each kind, and the largest objects of each.
    List<TaskResult.KindMemory> memory();
}
