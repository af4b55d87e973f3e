package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// File that lists the tests that ran on the real control plane, one line per test.
///
/// Each line is a single append, so that test JVMs can share the file.
record RunLog(Path file) {
    static final String PROPERTY = "livekube.controlplane.log";

    static RunLog configured() {
        return new RunLog(Path.of(System.getProperty(PROPERTY, "target/control-plane-tests.txt")));
    }

    void add(String test) {
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(
                    file, test.replaceAll("\\R", " ") + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new ControlPlaneException("cannot note in " + file + " that " + test + " ran", e);
        }
    }
}
