package io.livekube.core.listwatch;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiErrorReader;
import io.livekube.core.json.JsonLines;
import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.watch.ReflectorSignal;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/// Decoder of a watch in JSON, line by line (`{"type":…,"object":…}`).
final class JsonWatchDecoder implements WatchDecoder {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectFormat format;
    private final JsonLines lines;
    private final JsonScanner scanner = new JsonScanner(new byte[0], 0, 0);

    JsonWatchDecoder(ObjectFormat format, Consumer<ReflectorSignal> sink, int maxEventBytes) {
        this.format = format;
        this.lines = new JsonLines((bytes, from, to) -> sink.accept(signal(bytes, from, to)), maxEventBytes);
    }

    @Override
    public void feed(byte[] chunk, int from, int to) throws MalformedJsonException {
        lines.feed(chunk, from, to);
    }

    @Override
    public void end() throws MalformedJsonException {
        lines.end();
    }

    /// A line that can't be decoded becomes [ReflectorSignal.Undecodable]; the stream continues after it.
    ReflectorSignal signal(byte[] bytes, int from, int to) {
        try {
            return read(bytes, from, to);
        } catch (MalformedJsonException | MalformedObjectException | IOException e) {
            return new ReflectorSignal.Undecodable(RequestFailure.describe(e));
        }
    }

    private ReflectorSignal read(byte[] bytes, int from, int to)
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
                Optional<ReflectorSignal> applied = applied(bytes, start, to);
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
            case "ADDED", "MODIFIED" -> new ReflectorSignal.Applied(decode(bytes, objectFrom, objectTo));
            case "DELETED" -> new ReflectorSignal.Deleted(decode(bytes, objectFrom, objectTo));
            case "BOOKMARK" -> BookmarkReader.read(Arrays.copyOfRange(bytes, objectFrom, objectTo));
            case "ERROR" ->
                new ReflectorSignal.Failed(ApiErrorReader.inStream(Arrays.copyOfRange(bytes, objectFrom, objectTo)));
            default -> throw new MalformedJsonException("a watch event of unknown type '" + type + "'");
        };
    }

    /// Usually a line ends with its object, so there is no need to look for the object's end; empty if this
    /// one does not.
    private Optional<ReflectorSignal> applied(byte[] bytes, int from, int to) throws IOException {
        if (bytes[to - 1] != '}') {
            return Optional.empty();
        }
        try {
            return Optional.of(new ReflectorSignal.Applied(decode(bytes, from, to - 1)));
        } catch (MalformedObjectException e) {
            return Optional.empty(); // something follows the object, or it is damaged: read the whole line
        }
    }

    private KubeObject decode(byte[] bytes, int from, int to) throws MalformedObjectException, IOException {
        if (format.kind().isEmpty()) {
            format.learnKind(JSON.readTree(bytes, from, to - from).path("kind").asText());
        }
        return format.decodeChange(bytes, from, to);
    }
}
