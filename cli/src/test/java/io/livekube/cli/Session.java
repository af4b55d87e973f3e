package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/// The command in its own process, at a pseudo-terminal or in a pipe, with its output.
final class Session implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CTRL_C = "\u0003";
    private static final Pattern INHERITED = Pattern.compile("LIVEKUBE_.*|NO_COLOR|MAKE.*|MFLAGS");

    private final Process process;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Thread reading;

    private Session(List<String> command, Map<String, String> environment, Path home) throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true).directory(home.toFile());
        // Variables set by make, or by the shell that runs it, are not set at a user's terminal.
        builder.environment().keySet().removeIf(name -> INHERITED.matcher(name).matches());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("KUBECONFIG", home.resolve("none").toString());
        builder.environment().put("TERM", "xterm");
        builder.environment().put("LIVEKUBE_LOG_LEVEL", "ERROR");
        builder.environment().putAll(environment);
        process = builder.start();
        reading = Thread.ofVirtual().start(this::read);
    }

    /// At a terminal of 24 lines and 80 columns, provided by `script`.
    static Session atTerminal(Path home, Map<String, String> environment, String... arguments) throws IOException {
        return typed(home, environment, "exec " + shell(arguments));
    }

    /// `make run` in a minimal checkout below home, with only the Makefile and the launcher.
    static Session makeRun(Path home, Map<String, String> environment) throws IOException {
        Files.copy(Path.of("../Makefile"), home.resolve("Makefile"));
        Path livekube = Files.writeString(home.resolve("livekube"), "#!/bin/sh\nexec %s \"$@\"\n".formatted(shell()));
        if (!livekube.toFile().setExecutable(true)) {
            throw new IOException("can't make a program of " + livekube);
        }
        return typed(home, environment, "make run");
    }

    private static Session typed(Path home, Map<String, String> environment, String command) throws IOException {
        // Tests that run in the background ignore Ctrl-C, and so would every process that they start.
        List<String> terminal = List.of("env", "--default-signal=INT", "script", "-qefc");
        List<String> typed = List.of("stty rows 24 cols 80; " + command, "/dev/null");
        return new Session(Stream.concat(terminal.stream(), typed.stream()).toList(), environment, home);
    }

    private static String shell(String... arguments) {
        return java(arguments).stream().map(Session::quoted).collect(Collectors.joining(" "));
    }

    static Session inPipe(Path home, Map<String, String> environment, String... arguments) throws IOException {
        return new Session(java(arguments), environment, home);
    }

    private static List<String> java(String... arguments) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx400m"));
        command.addAll(List.of("-Dlogback.configurationFile=logback.xml"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.livekube.cli.Main"));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void read() {
        try (InputStream in = process.getInputStream()) {
            byte[] buffer = new byte[8192];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                synchronized (said) {
                    said.write(buffer, 0, count);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String said() {
        synchronized (said) {
            return said.toString(StandardCharsets.UTF_8);
        }
    }

    void awaits(String text) {
        Awaitility.await().atMost(PATIENCE).until(() -> said().contains(text) || !reading.isAlive());
        if (!said().contains(text)) {
            throw new AssertionError("'%s' was never said, but:%n%s".formatted(text, said()));
        }
    }

    /// Presses Ctrl-C and returns whether the command exited in time; if so, its output is complete.
    boolean interrupted(Duration within) throws IOException, InterruptedException {
        process.getOutputStream().write(CTRL_C.getBytes(StandardCharsets.US_ASCII));
        process.getOutputStream().flush();
        return ended(within);
    }

    /// Sends SIGTERM and returns whether the command exited in time; if so, its output is complete.
    boolean terminated(Duration within) throws InterruptedException {
        process.toHandle().destroy(); // Process.destroy() would also close the stream that we read
        return ended(within);
    }

    private boolean ended(Duration within) throws InterruptedException {
        return process.waitFor(within) && reading.join(within);
    }

    int exitCode() throws InterruptedException {
        if (!ended(PATIENCE)) {
            throw new AssertionError("it does not end, and said:\n" + said());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
        process.onExit().join(); // a process that has exited writes no more files to home
        try {
            assertThat(reading.join(PATIENCE)).as("the end of its output").isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
