package io.livekube.lab.child;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The child's side of the line protocol: events out, commands in, one JSON object per line.
///
/// It takes standard output for itself and turns `System.out` to standard error, so that no library's print statement
/// can
/// break a line. A child ends at `stop` or at the end of its input: it never outlives its harness.
public final class Child {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;

    private Child(PrintStream out) {
        this.out = out;
    }

    /// Answers one command; the answer becomes an event with the command's name.
    @FunctionalInterface
    public interface Command {
        ObjectNode run(JsonNode command) throws Exception;
    }

    /// The body of a contestant's `main`.
    @FunctionalInterface
    public interface Body {
        void run(Child child) throws Exception;
    }

    /// Runs a contestant in this process; a failure becomes an `error` event and exit code 1.
    public static void main(Body body) {
        var child = new Child(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        System.setOut(System.err);
        int exit = 0;
        try {
            body.run(child);
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            child.emit("error", fields().put("message", e.toString()));
            e.printStackTrace();
            exit = 1;
        }
        Runtime.getRuntime().halt(exit); // libraries leave threads running, and the harness has all results
    }

    public static ObjectNode fields() {
        return JSON.createObjectNode();
    }

    public synchronized void emit(String event, ObjectNode fields) {
        ObjectNode line = fields().put("event", event);
        line.setAll(fields);
        out.println(line);
    }

    /// Answers commands, and `gc` for everyone, until `stop` or the end of the input.
    public void serve(Map<String, Command> commands) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode command = parse(line);
            String name = command.path("cmd").asText();
            if (name.equals("stop")) {
                return;
            }
            if (name.equals("gc")) {
                emit("gc", fields().put("heap_bytes", heapAfterGc()));
            } else if (commands.containsKey(name)) {
                emit(name, commands.get(name).run(command));
            } else {
                throw new IOException("unknown command: " + line);
            }
        }
    }

    /// Parses one line of the protocol; the harness uses it too.
    public static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("not a line of the protocol: " + line, e);
        }
    }

    /// The live heap after two collections; the second frees what the first one's reference processing released.
    private static long heapAfterGc() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
