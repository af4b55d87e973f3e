package io.livekube.lab.read;

import io.livekube.lab.child.Latencies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// Reads a watch stream line by line and records how old each change is, without parsing more than that.
record WatchedChanges(InputStream body, Latencies latencies) {
    private static final String WRITTEN_AT = "\"" + Latencies.WRITTEN_AT + "\":\"";
    private static final String VERSION = "\"resourceVersion\":\"";

    /// Reads to the end, which comes early if this reader is too slow; returns the version to resume from.
    String read(String from) throws IOException {
        String version = from;
        try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.ISO_8859_1), 1 << 16)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                long now = Latencies.wallClockNanos();
                if (line.startsWith("{\"type\":\"ERROR\"")) {
                    throw new IOException("the watch returned an error: " + line);
                }
                String written = value(line, WRITTEN_AT);
                if (!written.isEmpty()) {
                    latencies.record(now - Long.parseLong(written));
                }
                version = value(line, VERSION);
            }
        }
        return version;
    }

    private static String value(String line, String field) {
        int mark = line.indexOf(field);
        int from = mark + field.length();
        return mark < 0 ? "" : line.substring(from, line.indexOf('"', from));
    }
}
