package io.livekube.hub;

import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.TaskConfig;
import io.livekube.hub.read.ListConfig;
import io.livekube.hub.read.ReadConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Configurations with one part that only tests change.
public final class TestingConfig {
    private TestingConfig() {}

    public static HubConfig withTasks(HubConfig config, TaskConfig tasks) {
        return config.withControl(new ControlConfig(config.control().activation(), tasks));
    }

    public static HubConfig withLists(HubConfig config, ListConfig lists) {
        return config.withReads(new ReadConfig(config.reads().fetch(), lists));
    }

    /// Lists of which few states are kept.
    public static ListConfig listsKept(int perKind) {
        ListConfig lists = ListConfig.defaults();
        return new ListConfig(lists.keep(), perKind, lists.kept(), lists.fetchedBytes(), lists.versionWait());
    }

    /// Lists at a version that has not arrived are waited for as long as this.
    public static ListConfig listsAwaited(Duration versionWait) {
        ListConfig lists = ListConfig.defaults();
        return new ListConfig(lists.keep(), lists.keptPerKind(), lists.kept(), lists.fetchedBytes(), versionWait);
    }

    public static HubConfig withStateFile(HubConfig config, Path file) {
        return new HubConfig(
                config.http(),
                config.access(),
                config.control(),
                config.reads(),
                config.watches(),
                Optional.of(file),
                config.version());
    }
}
