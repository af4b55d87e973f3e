package io.livekube.hub.watch;

import io.livekube.hub.history.LogEntry;
import io.livekube.protocol.Part;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Encodes events as JSON; subclasses define the representation of objects.
public class JsonWatchEncoder implements WatchEncoder {
    /// Encodes complete objects.
    public static final JsonWatchEncoder WHOLE = new JsonWatchEncoder();

    private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public byte[] event(WatchEvent event) {
        return frame(event.type(), object(event));
    }

    /// Encodes an event around an encoded object.
    protected static byte[] frame(LogEntry.Type type, byte[] object) {
        return frame(type.toString(), object);
    }

    private static byte[] frame(String type, byte[] object) {
        byte[] begin = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
        var frame = new ByteArrayOutputStream(begin.length + object.length + END.length);
        frame.writeBytes(begin);
        frame.writeBytes(object);
        frame.writeBytes(END);
        return frame.toByteArray();
    }

    @Override
    public byte[] bookmark(Part.Kind kind, long version, boolean initialEnd) {
        String group = kind.resource().group();
        String annotations = initialEnd ? ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}" : "";
        byte[] object = """
                {"kind":"%s","apiVersion":"%s","metadata":{"resourceVersion":"%s","creationTimestamp":null%s}}""".formatted(
                        kind.kind(),
                        (group.isEmpty() ? "" : group + "/") + kind.resource().version(),
                        Long.toUnsignedString(version),
                        annotations)
                .getBytes(StandardCharsets.UTF_8);
        return frame("BOOKMARK", bookmarkObject(object));
    }

    /// Encodes the object of a bookmark.
    ///
    /// @param object an otherwise empty object of the kind, with the version
    protected byte[] bookmarkObject(byte[] object) {
        return object;
    }

    @Override
    public byte[] error(byte[] status) {
        var frame = new ByteArrayOutputStream(status.length + 64);
        frame.writeBytes("{\"type\":\"ERROR\",\"object\":".getBytes(StandardCharsets.US_ASCII));
        frame.writeBytes(new String(status, StandardCharsets.UTF_8).strip().getBytes(StandardCharsets.UTF_8));
        frame.writeBytes(END);
        return frame.toByteArray();
    }

    /// Encodes the object of an event.
    protected byte[] object(WatchEvent event) {
        byte[] object = event.object().json();
        return event.version() == event.object().resourceVersion()
                ? object
                : ResourceVersionEditor.replace(object, event.version());
    }
}
