package io.livekube.core.json;

import java.util.Arrays;

/// Splits a stream of bytes into lines, one JSON object each: the frames of a watch.
///
/// API servers end every watch event with a newline and write none inside, so a damaged event does not affect
/// others, whereas counting its brackets could swallow all that follow.
public final class JsonLines {
    private static final int USUAL = 16 * 1024;
    /// Upper bound of the buffer that is kept after a huge line.
    private static final int LARGE = 1 << 20;

    private final JsonSplitter.ObjectSink objects;
    private final int maxLineBytes;
    /// The beginning of an incomplete line.
    private byte[] partial = new byte[USUAL];

    private int partialBytes;

    public JsonLines(JsonSplitter.ObjectSink objects, int maxLineBytes) {
        this.objects = objects;
        this.maxLineBytes = maxLineBytes;
    }

    public void feed(byte[] chunk, int from, int to) throws MalformedJsonException {
        int start = from;
        for (int end = SwarBytes.newline(chunk, from, to); end < to; end = SwarBytes.newline(chunk, start, to)) {
            line(chunk, start, end);
            start = end + 1;
        }
        keep(chunk, start, to);
    }

    /// Ends the stream. Throws in the middle of a line.
    public void end() throws MalformedJsonException {
        if (partialBytes > 0) {
            throw new MalformedJsonException(
                    "the stream ended inside an object, after " + partialBytes + " bytes of it");
        }
    }

    private void line(byte[] chunk, int from, int to) throws MalformedJsonException {
        if (partialBytes == 0) {
            if (to > from) {
                objects.object(chunk, from, to);
            }
            return;
        }
        keep(chunk, from, to);
        int length = partialBytes;
        partialBytes = 0;
        objects.object(partial, 0, length);
        if (partial.length > LARGE) {
            partial = new byte[USUAL];
        }
    }

    private void keep(byte[] chunk, int from, int to) throws MalformedJsonException {
        int length = partialBytes + (to - from);
        if (length > maxLineBytes) {
            throw new MalformedJsonException("an object is larger than the limit of " + maxLineBytes + " bytes");
        }
        if (length > partial.length) {
            partial = Arrays.copyOf(partial, Math.max(length, partial.length * 2));
        }
        System.arraycopy(chunk, from, partial, partialBytes, to - from);
        partialBytes = length;
    }
}
