package io.livekube.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLogTest {
    @TempDir
    private Path directory;

    @Test
    void everyTestIsOneLine() {
        var log = new RunLog(directory.resolve("not/yet/there.txt"));

        log.add("a.B#c");
        log.add("a.B#d [1] text\nof two lines");

        assertThat(log.file()).hasContent("a.B#c\na.B#d [1] text of two lines\n");
    }
}
