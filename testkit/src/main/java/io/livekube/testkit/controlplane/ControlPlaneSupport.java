package io.livekube.testkit.controlplane;

import java.util.Map;
import java.util.Optional;

/// Whether tests on the real control plane can run on this machine, and the consequence if not.
sealed interface ControlPlaneSupport {

    /// The programs are present or can be built.
    record Available() implements ControlPlaneSupport {}

    /// Without the programs, a developer's machine skips the tests and reports that.
    record Skip(String why) implements ControlPlaneSupport {}

    /// Without the programs, the tests fail under CI.
    record Failure(String why) implements ControlPlaneSupport {}

    /// Decides from the obstacle and the environment.
    ///
    /// @param obstacle why the programs are unavailable, if they are
    static ControlPlaneSupport of(Optional<String> obstacle, Map<String, String> environment) {
        if (obstacle.isEmpty()) {
            return new Available();
        }
        String ci = environment.getOrDefault("CI", "");
        boolean underCi = !ci.isBlank() && !ci.equalsIgnoreCase("false");
        return underCi
                ? new Failure(obstacle.get() + " (CI is set, so a skip is a failure)")
                : new Skip(obstacle.get());
    }
}
