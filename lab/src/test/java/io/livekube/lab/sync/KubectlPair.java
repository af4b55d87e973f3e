package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One long-running kubectl command, on a hub and on the API server.
record KubectlPair(String command, Side hubSide, Side apiSide) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /// They don't leave the cluster; kubectl hides them in objects, but not in events.
    private static final Pattern MANAGED = Pattern.compile("\"managedFields\":\\[.*?],");

    /// Name prefix of objects that are created to see whether a watch is open; lines about them are ignored.
    static final String READY = "are-you-there-";

    /// A process that writes to a file.
    record Side(Process process, Path output) {
        static Side start(List<String> command, Path output) throws IOException {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("KUBERC", "off");
            return new Side(builder.start(), output);
        }

        private String said() {
            return MANAGED.matcher(KubectlSides.withoutAges(all()))
                    .replaceAll("")
                    .lines()
                    .filter(line -> !line.contains(READY))
                    .collect(Collectors.joining("\n"));
        }

        private boolean follows() {
            return all().contains(READY);
        }

        /// Not readString: output that is still being written may end inside a character.
        private String all() {
            try {
                return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// Its output on the hub so far, without ages.
    String hub() {
        return hubSide.said();
    }

    /// Whether both have reported the marker object.
    boolean follows() {
        return hubSide.follows() && apiSide.follows();
    }

    /// Number of lines that it has printed on both.
    int lines() {
        return (int)
                Math.min(hubSide.said().lines().count(), apiSide.said().lines().count());
    }

    /// Waits until both have printed this number of lines.
    void awaitLines(int count) {
        await(command)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lines())
                        .as("%s%non the hub:%n%s%non the API server:%n%s", command, hub(), apiSide.said())
                        .isGreaterThanOrEqualTo(count));
    }

    void awaitEqual() {
        await(command)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(hub()).as(command).isEqualTo(apiSide.said()));
    }

    /// Waits until both have ended well.
    void awaitSuccess() {
        for (Side side : List.of(hubSide, apiSide)) {
            assertThat(side.process().onExit()).as(command).succeedsWithin(PATIENCE);
            assertThat(side.process().exitValue())
                    .as("%s%n%s", command, side.said())
                    .isZero();
        }
    }

    @Override
    public void close() {
        hubSide.process().destroyForcibly();
        apiSide.process().destroyForcibly();
    }
}
