package io.livekube.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/// One call of the command in this process, and what came of it.
record Livekube(int exitCode, String out, String err) {
    /// As if nothing were set anywhere.
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
