package io.livekube.lab.informer;

import io.livekube.lab.bench.BenchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Classes loaded and methods profiled by an earlier run of our contestant, as an image of a Java program
/// would carry them (JEP 514 and 515). It holds no compiled code.
record AotCache(Path file) {
    private static final long TRAINING_MINUTES = 3;
    private static final String SYNCED = "\"event\":\"synced\"";

    /// Methods that C2 compiles while the cache is trained are compiled early in every start from it. So only
    /// methods that are called often for each object are left to it: the threshold is ten times the default.
    private static final List<String> TRAINING_FLAGS = List.of(
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=6000",
            "-XX:Tier4CompileThreshold=150000",
            "-XX:Tier4BackEdgeThreshold=400000");

    /// Runs a command until it has synced and the exercise is over, and writes the cache when it ends.
    ///
    /// The exercise is the program's main task, following changes: without it, the profiles cover only the
    /// first sync, and every start has to profile the rest.
    static AotCache train(List<String> command, Path file, Path log, Runnable exercise) {
        List<String> training = new ArrayList<>(command);
        training.add(1, "-XX:AOTCacheOutput=" + file);
        training.addAll(1, TRAINING_FLAGS);
        try {
            Process process =
                    new ProcessBuilder(training).redirectError(log.toFile()).start();
            try (BufferedReader events = process.inputReader(StandardCharsets.UTF_8)) {
                String synced = events.readLine();
                while (synced != null && !synced.contains(SYNCED)) {
                    synced = events.readLine(); // the JVM's list of classes that it does not cache
                }
                if (synced != null) {
                    exercise.run();
                }
                process.getOutputStream().close(); // the order to stop
                while (events.readLine() != null) {
                    // the JVM's messages while writing
                }
                if (synced == null
                        || !process.waitFor(TRAINING_MINUTES, TimeUnit.MINUTES)
                        || process.exitValue() != 0) {
                    throw new BenchException("the training run of our contestant did not end well: see " + log);
                }
            } finally {
                process.destroyForcibly();
            }
            return new AotCache(file);
        } catch (IOException e) {
            throw new BenchException("the training run of our contestant does not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while our contestant was trained", e);
        }
    }

    /// The command, starting from this cache.
    List<String> starting(List<String> command) {
        List<String> started = new ArrayList<>(command);
        started.add(1, "-XX:AOTCache=" + file);
        return started;
    }
}
