package io.livekube.testkit.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Sources of the control plane's programs on this machine, determined from the environment and the file
/// system.
///
/// @param assets the directory named by `KUBEBUILDER_ASSETS`, which takes precedence
/// @param caches the parent of the cache directories, one per set of versions
/// @param go the Go command, if it is installed
record BinarySource(Optional<Path> assets, Path caches, Optional<Path> go) {

    static BinarySource ofThisMachine() {
        return of(System.getenv(), Path.of(System.getProperty("user.home")));
    }

    static BinarySource of(Map<String, String> environment, Path home) {
        Path caches = setting(environment, "XDG_CACHE_HOME").map(Path::of).orElse(home.resolve(".cache"));
        return new BinarySource(
                setting(environment, "KUBEBUILDER_ASSETS").map(Path::of),
                caches.resolve("livekube"),
                Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
                        .filter(directory -> !directory.isEmpty())
                        .map(directory -> Path.of(directory, "go"))
                        .filter(Files::isExecutable)
                        .findFirst());
    }

    /// The cache directory for this version of a program; it may not exist yet.
    Path cache(Tool tool) {
        return caches.resolve(CacheKey.of(tool));
    }

    /// The path of a program; empty if it has to be built first.
    Optional<Path> find(Tool tool) {
        return Stream.concat(assets.stream(), Stream.of(cache(tool)))
                .map(directory -> directory.resolve(tool.binary()))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// A set but incomplete `KUBEBUILDER_ASSETS` is an error, not a reason to fall back to
    /// another source.
    void checkAssets() {
        assets.ifPresent(directory -> {
            List<String> missing = Tool.essential().stream()
                    .map(Tool::binary)
                    .filter(binary -> !Files.isExecutable(directory.resolve(binary)))
                    .toList();
            if (!missing.isEmpty()) {
                throw new ControlPlaneException("KUBEBUILDER_ASSETS is set to " + directory + ", which lacks "
                        + String.join(", ", missing) + ": complete the directory or unset the variable");
            }
        });
    }

    /// Why these programs are unavailable and how to get them; empty if they are present or can be built.
    Optional<String> obstacle(Set<Tool> tools) {
        List<String> missing = tools.stream()
                .filter(tool -> find(tool).isEmpty())
                .map(Tool::binary)
                .toList();
        if (missing.isEmpty() || go.isPresent()) {
            return Optional.empty();
        }
        return Optional.of(String.join(", ", missing)
                + " not found and no Go on the PATH to build from source; install Go 1.26 or newer, or set"
                + " KUBEBUILDER_ASSETS to a directory that has them");
    }

    private static Optional<String> setting(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
