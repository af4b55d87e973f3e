package io.livekube.testkit.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Splits a watch into lines; a last line without a newline counts as a frame.
final class FrameReader {

    private final InputStream in;
    private final byte[] buffer = new byte[16 * 1024];
    private int position;
    private int limit;
    private int number;

    FrameReader(InputStream in) {
        this.in = in;
    }

    /// The next frame with its newline, or empty at the stream's end. A stream that breaks off throws.
    Optional<Frame> next() throws IOException {
        var frame = new ByteArrayOutputStream();
        while (true) {
            if (position == limit) {
                position = 0;
                limit = Math.max(0, in.read(buffer));
                if (limit == 0) {
                    return frame.size() == 0 ? Optional.empty() : Optional.of(framed(frame));
                }
            }
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            boolean whole = end < limit;
            frame.write(buffer, position, (whole ? end + 1 : end) - position);
            position = whole ? end + 1 : end;
            if (whole) {
                return Optional.of(framed(frame));
            }
        }
    }

    private Frame framed(ByteArrayOutputStream bytes) {
        return new Frame(++number, bytes.toByteArray());
    }
}
