package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// One kubectl command that goes on for a while, before a hub and before the API server itself.
record KubectlPair(String command, Side hubSide, Side apiSide) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// They don't leave the cluster; kubectl hides them in objects, but not in events.
    private static final Pattern MANAGED = Pattern.compile("\"managedFields\":\\[.*?],");

    /// A process that writes to a file.
    record Side(Process process, Path output) {
        static Side start(List<String> command, Path output) throws IOException {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("KUBERC", "off");
            return new Side(builder.start(), output);
        }

        private String said() {
            try {
                return MANAGED.matcher(KubectlSides.withoutAges(Files.readString(output)))
                        .replaceAll("");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// What it has said before the hub so far, without ages.
    String hub() {
        return hubSide.said();
    }

    /// How many lines it has said before both.
    int lines() {
        return (int)
                Math.min(hubSide.said().lines().count(), apiSide.said().lines().count());
    }

    /// Waits until both have said so many lines.
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
