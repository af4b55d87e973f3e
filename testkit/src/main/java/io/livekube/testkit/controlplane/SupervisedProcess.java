package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Process that cannot outlive this JVM.
///
/// It runs below a small shell that reads a pipe from this JVM: a line means "stop gracefully", the end of
/// the pipe means "kill". The operating system closes the pipe when the JVM ends, even if SIGKILL prevents
/// shutdown hooks. The shell's exit code is the program's.
final class SupervisedProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int TAIL_LINES = 25;

    private static final String SUPERVISOR = """
            exec 3<&0
            "$@" 3<&- </dev/null &
            child=$!
            (
              if read -r graceful; then
                kill -TERM "$child"
                read -r forced
              fi
              kill -KILL "$child"
            ) <&3 2>/dev/null &
            watcher=$!
            wait "$child"
            code=$?
            kill "$watcher" 2>/dev/null
            exit "$code"
            """;

    private final String name;
    private final Path log;
    private final Process shell;

    private SupervisedProcess(String name, Path log, Process shell) {
        this.name = name;
        this.log = log;
        this.shell = shell;
    }

    /// Starts a program whose output is appended to `log`.
    static SupervisedProcess start(String name, List<String> command, Path directory, Path log) {
        var line = new ArrayList<>(List.of("sh", "-c", SUPERVISOR, name));
        line.addAll(command);
        try {
            Process shell = new ProcessBuilder(line)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new SupervisedProcess(name, log, shell);
        } catch (IOException e) {
            throw new ControlPlaneException("cannot start " + name + " (" + command.getFirst() + ")", e);
        }
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    /// The program itself, below its shell.
    List<ProcessHandle> processes() {
        return shell.descendants().toList();
    }

    /// Stops the program gracefully and waits for it; kills it on timeout.
    void stopGracefully() {
        List<ProcessHandle> family = processes();
        try {
            OutputStream pipe = shell.getOutputStream();
            pipe.write('\n');
            pipe.flush();
        } catch (IOException e) {
            if (shell.isAlive()) {
                throw new UncheckedIOException("cannot reach the supervisor of " + name, e);
            }
        }
        await(PATIENCE);
        close();
        awaitEnd(family);
    }

    /// Kills the program and waits until it is gone.
    @Override
    public void close() {
        List<ProcessHandle> family = processes();
        try {
            shell.getOutputStream().close();
        } catch (IOException e) {
            if (shell.isAlive()) {
                family.forEach(ProcessHandle::destroyForcibly);
            }
        }
        if (!await(PATIENCE)) {
            family.forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
        awaitEnd(family);
    }

    /// The shell may exit a moment before the processes that it started.
    private void awaitEnd(List<ProcessHandle> family) {
        for (ProcessHandle process : family) {
            try {
                process.onExit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                throw new ControlPlaneException("%s, process %d, does not end".formatted(name, process.pid()), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /// The failure of a dead or unready program, with the end of its log.
    ControlPlaneException failure(String what) {
        String exit = shell.isAlive() ? "" : " (exit code " + shell.exitValue() + ")";
        return new ControlPlaneException(name + " " + what + exit + "; its log ends with:\n" + logTail());
    }

    boolean logContains(String text) {
        return log().contains(text);
    }

    private String logTail() {
        List<String> lines = log().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    private String log() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + log, e);
        }
    }

    private boolean await(Duration time) {
        try {
            return shell.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
