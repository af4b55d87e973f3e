package io.livekube.core.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Exec plugins of kubeconfigs: scripts that leave a line in the file `runs` each time.
public final class TestingPlugin {
    private TestingPlugin() {}

    /// Writes `plugin.sh`, which prints `1.json` at its first run, `2.json` at its second, and so on.
    public static void printingInTurn(Path directory) throws IOException {
        write(directory, "cat \"$(grep -c run runs).json\"");
    }

    /// Writes `plugin.sh`, which does this each time.
    static void write(Path directory, String command) throws IOException {
        Path plugin = Files.writeString(directory.resolve("plugin.sh"), """
                #!/bin/sh
                cd "$(dirname "$0")"
                echo run >> runs
                %s
                """.formatted(command));
        Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
    }
}
