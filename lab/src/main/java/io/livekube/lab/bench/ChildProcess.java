package io.livekube.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.lab.child.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A contestant, server or load generator in its own process, controlled by lines of JSON.
///
/// Not safe for several threads. [#close] asks it to stop and kills it if it does not.
public final class ChildProcess implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path log;
    private final long startedNanos;
    private final Writer commands;
    private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();

    private ChildProcess(String name, Process process, Path log, long startedNanos) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.startedNanos = startedNanos;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /// Starts a child process, whose standard error goes to the log file.
    static ChildProcess start(String name, List<String> command, Path log) {
        try {
            long now = System.nanoTime();
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            var child = new ChildProcess(name, process, log, now);
            Thread.ofVirtual().name("events of " + name).start(child::readEvents);
            return child;
        } catch (IOException e) {
            throw new BenchException(name + " does not start: " + command.getFirst(), e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public ProcessUsage usage() {
        return ProcessUsage.of(pid());
    }

    public double secondsSinceStart() {
        return (System.nanoTime() - startedNanos) / 1e9;
    }

    /// Waits for the next event, which must have this name.
    public JsonNode await(String event, Duration limit) {
        try {
            JsonNode next = events.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (next == null) {
                throw failure("said nothing for " + limit.toSeconds() + " s while \"" + event + "\" was due");
            }
            if (!next.path("event").asText().equals(event)) {
                throw failure(
                        next.path("event").asText().equals("error")
                                ? next.path("message").asText()
                                : "said " + next + " while \"" + event + "\" was due");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while waiting for " + name, e);
        }
    }

    /// Sends a command and waits for its answer.
    public JsonNode ask(String command, ObjectNode fields, Duration limit) {
        send(command, fields);
        return await(command, limit);
    }

    public JsonNode ask(String command) {
        return ask(command, Child.fields(), Duration.ofMinutes(2));
    }

    /// Sends a command whose answer is awaited later, while others work.
    public void send(String command, ObjectNode fields) {
        ObjectNode line = Child.fields().put("cmd", command);
        line.setAll(fields);
        try {
            commands.write(line + "\n");
            commands.flush();
        } catch (IOException e) {
            throw failure("does not accept commands any more: " + e.getMessage());
        }
    }

    /// Binds all current and future threads of the process to these cores.
    public void pinTo(String cores) {
        try {
            Process taskset = new ProcessBuilder("taskset", "-a", "-p", "-c", cores, Long.toString(pid()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectErrorStream(true)
                    .start();
            if (taskset.waitFor() != 0) {
                throw failure("cannot be pinned to core " + cores);
            }
        } catch (IOException e) {
            throw new BenchException("taskset (util-linux) is needed to pin " + name + " to a core", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while pinning " + name, e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            try {
                commands.close(); // the end of its input is the order to stop
            } catch (IOException e) {
                process.destroy();
            }
        }
        try {
            if (!process.waitFor(STOP_LIMIT)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void readEvents() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                events.add(Child.parse(line));
            }
            events.add(Child.fields().put("event", "error").put("message", "has ended"));
        } catch (IOException | RuntimeException e) {
            events.add(Child.fields().put("event", "error").put("message", "unreadable: " + e.getMessage()));
        }
    }

    private BenchException failure(String what) {
        return new BenchException(name + " " + what + lastWords());
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty() ? "" : " (its log ends: " + lines.getLast().strip() + ")";
        } catch (IOException e) {
            return " (cannot read its log: " + e.getMessage() + ")";
        }
    }
}
