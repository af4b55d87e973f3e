package io.livekube.hub.control;

/// How clusters are turned on and off, and their agents asked.
///
/// @param activation when clusters are synced
/// @param tasks how agents are asked
/// @param fetch how reads are answered that the mirror can't answer
/// @param lists how lists are cut into pages and read at versions
public record ControlConfig(ActivationConfig activation, TaskConfig tasks, FetchConfig fetch, ListConfig lists) {
    /// With the defaults for lists.
    public ControlConfig(ActivationConfig activation, TaskConfig tasks, FetchConfig fetch) {
        this(activation, tasks, fetch, ListConfig.defaults());
    }

    public static ControlConfig defaults() {
        return new ControlConfig(ActivationConfig.defaults(), TaskConfig.defaults(), FetchConfig.defaults());
    }

    /// The same with another mode for clusters of which nobody has said anything.
    public ControlConfig withMode(SyncMode mode) {
        return withActivation(activation.withMode(mode));
    }

    public ControlConfig withActivation(ActivationConfig changed) {
        return new ControlConfig(changed, tasks, fetch, lists);
    }

    public ControlConfig withTasks(TaskConfig changed) {
        return new ControlConfig(activation, changed, fetch, lists);
    }

    public ControlConfig withFetch(FetchConfig changed) {
        return new ControlConfig(activation, tasks, changed, lists);
    }

    public ControlConfig withLists(ListConfig changed) {
        return new ControlConfig(activation, tasks, fetch, changed);
    }
}
