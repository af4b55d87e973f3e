package io.livekube.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.livekube.hub.transport.HttpConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A hub that can't start.
@Timeout(60)
class HubStartTest {
    private static final Pattern HUB_THREAD = Pattern.compile("#\\d+ \"hub-(?:streams|search|repack|timer)\"");

    @TempDir
    private Path dir = Path.of("");

    /// Ids and names of background threads, virtual ones included.
    private List<String> backgroundThreads(String dump) throws IOException {
        Path file = dir.resolve(dump).toAbsolutePath();
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        try (Stream<String> lines = Files.lines(file)) {
            return lines.flatMap(line -> HUB_THREAD.matcher(line).results().map(MatchResult::group))
                    .toList();
        }
    }

    @Test
    void leavesNoThreadsBehindWhenThePortIsTaken() throws Exception {
        try (TestingHub first = TestingHub.start()) {
            List<String> before = backgroundThreads("before");
            assertThat(before).anyMatch(thread -> thread.endsWith("\"hub-streams\""));
            assertThatThrownBy(() -> TestingHub.start(
                            config -> config.withHttp(new HttpConfig("127.0.0.1", first.port(), Optional.empty()))))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + first.port());
            assertThat(before).as("no others").containsAll(backgroundThreads("after"));
        }
    }
}
