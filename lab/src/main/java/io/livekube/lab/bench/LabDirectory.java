package io.livekube.lab.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The module's directory in a working copy, where peers' sources are and results go.
public record LabDirectory(Path path) {
    /// Finds it from the project's root or from the module itself.
    public static LabDirectory find() {
        return Stream.of(Path.of("lab"), Path.of(""))
                .map(Path::toAbsolutePath)
                .filter(directory -> Files.exists(directory.resolve("peers/go.mod")))
                .findFirst()
                .map(LabDirectory::new)
                .orElseThrow(() -> new BenchException("run benchmarks from the project's root: "
                        + Path.of("lab/peers").toAbsolutePath() + " is missing"));
    }

    public Path results() {
        return path.resolve("results");
    }
}
