package io.livekube.hub.watch;

import io.livekube.hub.history.LogEntry;
import io.livekube.protocol.Part;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Events in JSON, with what [#told] makes of each object.
public class JsonFrames implements FrameEncoder {
    /// Whole objects.
    public static final JsonFrames WHOLE = new JsonFrames();

    private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public byte[] event(WatchEvent event) {
        return frame(event.type(), told(event));
    }

    /// One event of what is told of its object.
    protected static byte[] frame(LogEntry.Type type, byte[] told) {
        return frame(type.toString(), told);
    }

    private static byte[] frame(String type, byte[] told) {
        byte[] begin = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
        var frame = new ByteArrayOutputStream(begin.length + told.length + END.length);
        frame.writeBytes(begin);
        frame.writeBytes(told);
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
        return frame("BOOKMARK", marked(object));
    }

    /// The object of a bookmark as it is told.
    ///
    /// @param object an empty one of the kind, with the version
    protected byte[] marked(byte[] object) {
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

    /// An object as it is told.
    protected byte[] told(WatchEvent event) {
        byte[] object = event.object().json();
        return event.version() == event.object().resourceVersion()
                ? object
                : Versions.exchange(object, event.version());
    }
}
