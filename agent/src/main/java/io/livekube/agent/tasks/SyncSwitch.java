package io.livekube.agent.tasks;

import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.util.List;

/// What tasks do to an agent's sync. Each call returns at once.
public interface SyncSwitch {
    /// Takes the place of every earlier wish.
    void control(Task.SyncControl wish);

    /// Reads everything anew, in a new session; nothing to do while sync is off, which holds nothing.
    void resync();

    /// What is held of each kind, and the largest objects of each.
    List<TaskResult.KindMemory> memory();
}
