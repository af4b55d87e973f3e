package io.livekube.cli.hubclient;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;

/// One event of a `text/event-stream`.
///
/// @param id resumes the stream after this event; may be empty
record ServerSentEvent(String type, String id, String data) {

    /// The next event; empty at the end of the stream.
    static Optional<ServerSentEvent> next(BufferedReader in) throws IOException {
        String type = "";
        String id = "";
        var data = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty() && !data.isEmpty()) {
                return Optional.of(new ServerSentEvent(type, id, data.toString()));
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
            switch (field) {
                case "event" -> type = value;
                case "id" -> id = value;
                case "data" -> data.append(data.isEmpty() ? "" : "\n").append(value);
                default -> {
                    // comments only keep the connection alive
                }
            }
        }
        return Optional.empty();
    }
}
