package io.livekube.hub.watch;

import io.livekube.protocol.Part;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Events that are chunks of HTTP/1.1 each, as they go over the wire: what encodes them for all does so
/// with the chunks around them.
///
/// @param plain makes the events
public record ChunkedFrames(FrameEncoder plain) implements FrameEncoder {
    private static final byte[] LINE_END = "\r\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public byte[] event(WatchEvent event) {
        return chunk(plain.event(event));
    }

    @Override
    public byte[] first(WatchEvent event) {
        return chunk(plain.first(event));
    }

    @Override
    public boolean firstSaysMore() {
        return plain.firstSaysMore();
    }

    @Override
    public byte[] bookmark(Part.Kind kind, long version, boolean initialEnd) {
        return chunk(plain.bookmark(kind, version, initialEnd));
    }

    @Override
    public byte[] error(byte[] status) {
        return chunk(plain.error(status));
    }

    private static byte[] chunk(byte[] frame) {
        if (frame.length == 0) {
            return frame; // an empty chunk would be the end of the answer
        }
        byte[] size = Integer.toHexString(frame.length).getBytes(StandardCharsets.US_ASCII);
        var chunk = new ByteArrayOutputStream(size.length + frame.length + 2 * LINE_END.length);
        chunk.writeBytes(size);
        chunk.writeBytes(LINE_END);
        chunk.writeBytes(frame);
        chunk.writeBytes(LINE_END);
        return chunk.toByteArray();
    }
}
