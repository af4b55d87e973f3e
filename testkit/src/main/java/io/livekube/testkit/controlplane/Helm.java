package io.livekube.testkit.controlplane;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/// Helm, for commands that need no cluster: linting and rendering charts.
///
/// @param binary the program
/// @param home the directory of its own files, so that the user's files are neither read nor written
public record Helm(Path binary, Path home) {
    /// Helm for a test, built first if necessary. If it can neither be found nor built, the test is skipped;
    /// under CI it fails.
    public static Helm forTest(Path home) {
        return switch (ControlPlaneSupport.of(
                BinarySource.ofThisMachine().obstacle(Set.of(Tool.HELM)), System.getenv())) {
            case ControlPlaneSupport.Available() ->
                new Helm(ControlPlaneBinaries.provide(Set.of(Tool.HELM)).path(Tool.HELM), home);
            case ControlPlaneSupport.Failure(String why) -> throw new ControlPlaneException("cannot run Helm: " + why);
            case ControlPlaneSupport.Skip(String why) -> Assumptions.abort(why);
        };
    }

    /// Runs Helm in a directory and waits until it exits.
    public CommandResult run(Path directory, String... arguments) {
        return new ToolRun(
                        binary,
                        directory,
                        Map.of(
                                "HELM_CONFIG_HOME", home.resolve("config").toString(),
                                "HELM_CACHE_HOME", home.resolve("cache").toString(),
                                "HELM_DATA_HOME", home.resolve("data").toString()))
                .run("", arguments);
    }
}
