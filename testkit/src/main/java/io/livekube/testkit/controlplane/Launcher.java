package io.livekube.testkit.controlplane;

import io.livekube.testkit.LeasedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/// Starts programs on leased loopback ports and waits until they are ready.
///
/// If another process takes the port before the program has bound it, the program is restarted on another one.
final class Launcher {
    private static final int ATTEMPTS = 5;
    private static final String PORT_IS_TAKEN = "address already in use";
    private static final Duration POLL_INTERVAL = Duration.ofMillis(40);
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);

    private final Path directory;
    private final HttpClient client;
    private final Duration startTimeout;

    Launcher(Path directory, HttpClient client, Duration startTimeout) {
        this.directory = directory;
        this.client = client;
        this.startTimeout = startTimeout;
    }

    /// Starts a program on a port of its own.
    ///
    /// @param command the command line for a port
    /// @param probe a request to which a ready program responds with 200
    RunningProgram launch(String name, IntFunction<List<String>> command, IntFunction<HttpRequest.Builder> probe) {
        for (int attempt = 1; ; attempt++) {
            deleteLog(name);
            RunningProgram program = start(name, LeasedPort.take(), command);
            try {
                awaitReady(program, probe);
                return program;
            } catch (ControlPlaneException e) {
                boolean clash = program.process().logContains(PORT_IS_TAKEN);
                program.close();
                if (!clash || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /// Restarts a program on its previous port.
    RunningProgram relaunch(
            RunningProgram before, IntFunction<List<String>> command, IntFunction<HttpRequest.Builder> probe) {
        RunningProgram program = start(before.name(), before.lease(), command);
        try {
            awaitReady(program, probe);
            return program;
        } catch (ControlPlaneException e) {
            program.process().close();
            throw e;
        }
    }

    private RunningProgram start(String name, LeasedPort lease, IntFunction<List<String>> command) {
        try {
            return new RunningProgram(
                    name, lease, SupervisedProcess.start(name, command.apply(lease.port()), directory, logOf(name)));
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /// Polls a condition, at least once, until it holds or the start timeout expires.
    boolean poll(BooleanSupplier condition) {
        long started = System.nanoTime();
        try {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - started >= startTimeout.toNanos()) {
                    return false;
                }
                Thread.sleep(POLL_INTERVAL);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while the control plane was starting", e);
        }
    }

    private void awaitReady(RunningProgram program, IntFunction<HttpRequest.Builder> probe) {
        HttpRequest request = probe.apply(program.port()).timeout(PROBE_TIMEOUT).build();
        var lastAnswer = new AtomicReference<>("none");
        if (!poll(() -> isReady(program, request, lastAnswer))) {
            throw program.process()
                    .failure("was not ready after " + startTimeout.toSeconds() + " s, with this last answer to "
                            + request.uri() + ": " + lastAnswer);
        }
    }

    private boolean isReady(RunningProgram program, HttpRequest request, AtomicReference<String> lastAnswer) {
        if (!program.process().isAlive()) {
            throw program.process().failure("ended before it was ready");
        }
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            lastAnswer.set("HTTP " + answer.statusCode() + " " + answer.body());
            return answer.statusCode() == 200;
        } catch (IOException notYet) {
            lastAnswer.set(notYet.toString());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while " + program.name() + " was starting", e);
        }
    }

    private Path logOf(String name) {
        return directory.resolve(name + ".log");
    }

    private void deleteLog(String name) {
        try {
            Files.deleteIfExists(logOf(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start a new log of " + name, e);
        }
    }
}
