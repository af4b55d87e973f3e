package io.livekube.hub.control;

/// Configuration of how agents are controlled.
///
/// @param activation when clusters are synced
/// @param tasks how tasks are delivered to agents
public record ControlConfig(ActivationConfig activation, TaskConfig tasks) {
    public static ControlConfig defaults() {
        return new ControlConfig(ActivationConfig.defaults(), TaskConfig.defaults());
    }

    /// Copy with another default mode.
    public ControlConfig withMode(SyncMode mode) {
        return withActivation(activation.withMode(mode));
    }

    public ControlConfig withActivation(ActivationConfig changed) {
        return new ControlConfig(changed, tasks);
    }
}
