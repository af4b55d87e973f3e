package io.livekube.hub.watch;

import io.livekube.protocol.Part;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Encodes events as HTTP/1.1 chunks, so that shared frames can be sent unchanged.
///
/// @param plain encoder of the events
public record ChunkedWatchEncoder(WatchEncoder plain) implements WatchEncoder {
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
    public boolean firstDiffers() {
        return plain.firstDiffers();
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
            return frame; // an empty chunk would end the response
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
