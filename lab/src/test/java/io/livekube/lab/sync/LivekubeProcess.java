package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A `livekube` command as a user runs it: a separate process with a small heap that writes to a file.
public final class LivekubeProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final String name;
    private final Process process;
    private final Path output;

    private LivekubeProcess(String name, Process process, Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    /// Starts it.
    ///
    /// @param output file that its output is appended to
    public static LivekubeProcess start(Path output, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                "io.livekube.cli.Main"));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
            return new LivekubeProcess(arguments.getFirst(), process, output);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start livekube " + arguments, e);
        }
    }

    public String said() {
        try {
            // Not readString: output that is still being written may end inside a character.
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void awaitSaid(String text) {
        await(name + " says '" + text + "'")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .failFast(() -> assertThat(process.isAlive())
                        .as("livekube %s has ended:%n%s", name, said())
                        .isTrue())
                .untilAsserted(() -> assertThat(said()).contains(text));
    }

    /// Kills it as `kill -9` does: nothing is flushed, closed or printed.
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /// As `kill` does it.
    ///
    /// @return the exit code: 0 if it exited by itself
    public int stop() {
        process.destroy();
        awaitEnd();
        return process.exitValue();
    }

    private void awaitEnd() {
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("livekube %s ends:%n%s", name, said())
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while livekube " + name + " was to end", e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
