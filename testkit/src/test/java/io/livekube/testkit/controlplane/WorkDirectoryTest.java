package io.livekube.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void leftoversOfAKilledProcessAreDeletedByTheNextOne() throws Exception {
        Path abandoned = leftBehind("livekube-controlplane-0-abandoned", Duration.ofMinutes(5));
        Path justCreated = leftBehind("livekube-controlplane-0-new", Duration.ZERO);
        Path unrelated = leftBehind("something-else", Duration.ofMinutes(5));

        try (WorkDirectory work = WorkDirectory.createBelow(parent)) {
            assertThat(work.path()).isDirectory();
            assertThat(abandoned).doesNotExist();
            assertThat(justCreated).isDirectory();
            assertThat(unrelated).isDirectory();
        }
    }

    @Test
    void directoriesInUseAreLeftAlone() {
        try (WorkDirectory first = WorkDirectory.createBelow(parent)) {
            WorkDirectory second = WorkDirectory.createBelow(parent);
            assertThat(first.path()).isDirectory();

            second.close();

            assertThat(second.path()).doesNotExist();
            assertThat(first.path()).isDirectory();
        }
    }

    private Path leftBehind(String name, Duration age) throws Exception {
        Path directory = Files.createDirectory(parent.resolve(name));
        Path lock = Files.createFile(directory.resolve("owner.lock"));
        Files.writeString(directory.resolve("kubeconfig.yaml"), "kind: Config");
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(age)));
        return directory;
    }
}
