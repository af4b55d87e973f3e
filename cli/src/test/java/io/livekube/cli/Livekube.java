package io.livekube.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/// Result of running the command in this process.
record Livekube(int exitCode, String out, String err) {
    /// Runs without environment variables and config file.
    static Livekube run(String... arguments) {
        return in(Map.of("HOME", "/nonexistent"), arguments);
    }

    static Livekube in(Map<String, String> environment, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = Main.run(environment, new PrintWriter(out), new PrintWriter(err), arguments);
        return new Livekube(exitCode, out.toString(), err.toString());
    }
}
