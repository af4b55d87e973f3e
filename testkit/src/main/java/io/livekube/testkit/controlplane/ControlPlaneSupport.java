package io.livekube.testkit.controlplane;

import java.util.Map;
import java.util.Optional;

/// Whether tests on the real control plane can run here, and what it means if they cannot.
sealed interface ControlPlaneSupport {

    /// The programs are there or can be built.
    record Available() implements ControlPlaneSupport {}

    /// A developer's machine without them: the tests are left out, and say so.
    record Skip(String why) implements ControlPlaneSupport {}

    /// A machine whose job is to run them: leaving them out would be a lie.
    record Failure(String why) implements ControlPlaneSupport {}

    /// Decides from what stands in the way and where we are.
    ///
    /// @param obstacle why the programs cannot be had, if so
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
