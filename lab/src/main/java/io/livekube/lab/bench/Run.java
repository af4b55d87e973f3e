package io.livekube.lab.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// One run of a benchmark: its options, its results so far, and every process it has started.
public final class Run implements AutoCloseable {
    private final Options options;
    private final Results results = new Results();
    private final PrintStream progress;
    private final LabDirectory lab;
    private final Path logs;
    private final List<AutoCloseable> started = new ArrayList<>();
    private final long startedNanos = System.nanoTime();

    public Run(Options options, LabDirectory lab, PrintStream progress) {
        this.options = options;
        this.lab = lab;
        this.progress = progress;
        try {
            this.logs = Files.createDirectories(lab.path().resolve("target/bench-logs"));
        } catch (IOException e) {
            throw new BenchException("cannot write to " + lab.path(), e);
        }
    }

    public Options options() {
        return options;
    }

    public Results results() {
        return results;
    }

    public LabDirectory lab() {
        return lab;
    }

    /// Starts a child process that ends with this run at the latest.
    public ChildProcess start(String name, List<String> command) {
        return closing(ChildProcess.start(name, command, logs.resolve(name + ".log")));
    }

    /// Has something closed at the end of this run, last opened first closed.
    public <T extends AutoCloseable> T closing(T resource) {
        started.add(resource);
        return resource;
    }

    /// A file of this run's own, such as a kubeconfig.
    public Path write(String name, String text) {
        try {
            return Files.writeString(logs.resolve(name), text);
        } catch (IOException e) {
            throw new BenchException("can't write " + logs.resolve(name), e);
        }
    }

    /// Reports progress to the user.
    public void progress(String what) {
        progress.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - startedNanos) / 1e9, what);
    }

    @Override
    public void close() {
        for (AutoCloseable resource : started.reversed()) {
            try {
                resource.close();
            } catch (Exception e) {
                progress("could not stop " + resource + ": " + e);
            }
        }
    }
}
