package io.livekube.agent.tasks;

import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.util.List;

/// Effects of tasks on an agent's sync. Each call returns immediately.
public interface SyncCommands {
    /// Sets the desired state, replacing the earlier one.
    void control(Task.SyncControl wanted);

    /// Reads everything again, in a new session. Does nothing while sync is off.
    void resync();

    /// Memory of each kind, and its largest objects.
    List<TaskResult.KindMemory> memory();
}
