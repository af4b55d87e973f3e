package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs a program and waits until it exits.
///
/// @param directory in which it runs
/// @param environment variables in addition to those of this process
record ToolRun(Path binary, Path directory, Map<String, String> environment) {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    ToolRun {
        environment = Map.copyOf(environment);
    }

    /// @param input for its standard input
    CommandResult run(String input, String... arguments) {
        var command = new ArrayList<>(List.of(binary.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            try {
                CompletableFuture<String> out = readAll(process.getInputStream());
                CompletableFuture<String> err = readAll(process.getErrorStream());
                try (var stdin = process.outputWriter(StandardCharsets.UTF_8)) {
                    stdin.write(input);
                }
                if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new ControlPlaneException(binary.getFileName() + " " + String.join(" ", arguments)
                            + " ran for more than " + PATIENCE);
                }
                return new CommandResult(process.exitValue(), out.join(), err.join());
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new ControlPlaneException("cannot run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while running " + command, e);
        }
    }

    private static CompletableFuture<String> readAll(InputStream stream) {
        var text = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try (stream) {
                text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                text.completeExceptionally(new UncheckedIOException(e));
            }
        });
        return text;
    }
}
