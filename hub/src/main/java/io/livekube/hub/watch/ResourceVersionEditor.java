package io.livekube.hub.watch;

import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Replaces the `resourceVersion` in an object's JSON.
final class ResourceVersionEditor {
    private ResourceVersionEditor() {}

    /// @param json an object with a version in its metadata
    static byte[] replace(byte[] json, long version) {
        var scanner = new JsonScanner(json, 0, json.length);
        try {
            enter(scanner, "metadata");
            enter(scanner, "resourceVersion");
            int from = start(scanner);
            scanner.skipValue();
            var edited = new ByteArrayOutputStream(json.length + 8);
            edited.write(json, 0, from);
            edited.writeBytes(("\"" + Long.toUnsignedString(version) + "\"").getBytes(StandardCharsets.US_ASCII));
            edited.write(json, scanner.position(), json.length - scanner.position());
            return edited.toByteArray();
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException("stored object has no version in its metadata", e);
        }
    }

    /// Moves to the value of a field in the next object.
    private static void enter(JsonScanner scanner, String field) throws MalformedJsonException {
        scanner.take('{');
        while (!scanner.readString().equals(field)) {
            scanner.take(':');
            scanner.skipValue();
            scanner.take(',');
        }
        scanner.take(':');
    }

    private static int start(JsonScanner scanner) {
        var _ = scanner.peek();
        return scanner.position();
    }
}
