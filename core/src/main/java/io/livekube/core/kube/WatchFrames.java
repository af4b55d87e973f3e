package io.livekube.core.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.watch.Signal;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/// Turns a watch's frames (`{"type":…,"object":…}`) into signals.
final class WatchFrames {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final ObjectFormat format;
    private final JsonScanner scanner = new JsonScanner(new byte[0], 0, 0);

    WatchFrames(ObjectFormat format) {
        this.format = format;
    }

    /// A frame that can't be decoded becomes [Signal.Undecodable]; the stream goes on behind it.
    Signal signal(byte[] bytes, int from, int to) {
        try {
            return read(bytes, from, to);
        } catch (MalformedJsonException | MalformedObjectException | IOException e) {
            return new Signal.Undecodable(ApiClient.describe(e));
        }
    }

    private Signal read(byte[] bytes, int from, int to)
            throws MalformedJsonException, MalformedObjectException, IOException {
        String type = "";
        int objectFrom = -1;
        int objectTo = -1;
        scanner.reset(bytes, from, to);
        scanner.take('{');
        do {
            String field = scanner.readString();
            scanner.take(':');
            scanner.peek();
            int start = scanner.position();
            if (field.equals("type")) {
                type = scanner.readString();
                continue;
            }
            if (field.equals("object") && (type.equals("MODIFIED") || type.equals("ADDED"))) {
                Optional<Signal> applied = applied(bytes, start, to);
                if (applied.isPresent()) {
                    return applied.get();
                }
            }
            scanner.skipValue();
            if (field.equals("object")) {
                objectFrom = start;
                objectTo = scanner.position();
            }
        } while (scanner.takeIf(','));
        scanner.take('}');
        if (objectFrom < 0) {
            throw new MalformedJsonException("a watch event of type '" + type + "' without an object");
        }
        return switch (type) {
            case "ADDED", "MODIFIED" -> new Signal.Applied(decode(bytes, objectFrom, objectTo));
            case "DELETED" -> new Signal.Deleted(decode(bytes, objectFrom, objectTo));
            case "BOOKMARK" -> bookmark(Arrays.copyOfRange(bytes, objectFrom, objectTo));
            case "ERROR" -> new Signal.Failed(StatusReader.inStream(Arrays.copyOfRange(bytes, objectFrom, objectTo)));
            default -> throw new MalformedJsonException("a watch event of unknown type '" + type + "'");
        };
    }

    /// The usual frame ends with its object, which then need not be scanned for its end; empty if this one
    /// does not.
    private Optional<Signal> applied(byte[] bytes, int from, int to) throws IOException {
        if (bytes[to - 1] != '}') {
            return Optional.empty();
        }
        try {
            return Optional.of(new Signal.Applied(decode(bytes, from, to - 1)));
        } catch (MalformedObjectException e) {
            return Optional.empty(); // something stands behind it, or it is damaged: the whole frame tells
        }
    }

    private KubeObject decode(byte[] bytes, int from, int to) throws MalformedObjectException, IOException {
        if (format.kind().isEmpty()) {
            format.learnKind(JSON.readTree(bytes, from, to - from).path("kind").asText());
        }
        return format.decodeChange(bytes, from, to);
    }

    private static Signal bookmark(byte[] object) throws IOException, MalformedJsonException {
        JsonNode metadata = JSON.readTree(object).path("metadata");
        try {
            return new Signal.Bookmark(
                    Long.parseUnsignedLong(metadata.path("resourceVersion").asText()),
                    metadata.path("annotations")
                            .path(INITIAL_EVENTS_END)
                            .asText()
                            .equals("true"));
        } catch (NumberFormatException e) {
            throw new MalformedJsonException("a bookmark without a version");
        }
    }
}
