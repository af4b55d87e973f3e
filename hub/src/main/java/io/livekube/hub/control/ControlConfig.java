package io.livekube.hub.control;

/// Configuration of the control of agents.
///
/// @param activation when clusters are synced
/// @param tasks how tasks are handed to agents
public record ControlConfig(ActivationConfig activation, TaskConfig tasks) {
    public static ControlConfig defaults() {
        return new ControlConfig(ActivationConfig.defaults(), TaskConfig.defaults());
    }

    /// The same with another mode for clusters without settings of their own.
    public ControlConfig withMode(SyncMode mode) {
        return withActivation(activation.withMode(mode));
    }

    public ControlConfig withActivation(ActivationConfig changed) {
        return new ControlConfig(changed, tasks);
    }

    public ControlConfig withTasks(TaskConfig changed) {
        return new ControlConfig(activation, changed);
    }
}
