package io.livekube.testkit.controlplane;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/// Helm as users run it, for what needs no cluster: to lint and to render charts.
///
/// @param binary the program
/// @param home where it keeps files of its own: nothing of the user's is read or written
public record Helm(Path binary, Path home) {
    /// Helm for a test, built first if this machine does not have it. On a machine that can neither find
    /// nor build it the test is left out, under CI it fails.
    public static Helm forTest(Path home) {
        return switch (ControlPlaneSupport.of(
                BinarySource.ofThisMachine().obstacle(Set.of(Tool.HELM)), System.getenv())) {
            case ControlPlaneSupport.Available() ->
                new Helm(ControlPlaneBinaries.provide(Set.of(Tool.HELM)).path(Tool.HELM), home);
            case ControlPlaneSupport.Failure(String why) -> throw new ControlPlaneException("cannot run Helm: " + why);
            case ControlPlaneSupport.Skip(String why) -> Assumptions.abort(why);
        };
    }

    /// Runs it to its end, in a directory.
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
