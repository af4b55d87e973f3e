package io.livekube.lab.read;

import io.livekube.lab.child.Latencies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// Reads a watch stream line by line and records how old each change is, without parsing more than that.
record WatchedChanges(InputStream body, Latencies latencies) implements Runnable {
    private static final String MARK = "\"" + Latencies.WRITTEN_AT + "\":\"";

    @Override
    public void run() {
        try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.ISO_8859_1), 1 << 16)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                long now = Latencies.wallClockNanos();
                int mark = line.indexOf(MARK);
                if (mark >= 0) {
                    int from = mark + MARK.length();
                    latencies.record(now - Long.parseLong(line, from, line.indexOf('"', from), 10));
                }
            }
        } catch (IOException e) {
            System.err.println("the watch ended: " + e); // the harness counts what was not seen
        }
    }
}
