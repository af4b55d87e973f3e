package io.livekube.core.json;

import java.io.ByteArrayOutputStream;

/// Cuts a stream of bytes into lines, one JSON object each: the frames of a watch.
///
/// API servers end every watch event with a newline and write none inside, so that a damaged event spoils no other:
/// counting its brackets could swallow all that follow.
public final class JsonLines {
    private final JsonSplitter.ObjectSink objects;
    private final int maxLineBytes;
    private final ByteArrayOutputStream partial = new ByteArrayOutputStream();

    public JsonLines(JsonSplitter.ObjectSink objects, int maxLineBytes) {
        this.objects = objects;
        this.maxLineBytes = maxLineBytes;
    }

    public void feed(byte[] chunk, int from, int to) throws MalformedJsonException {
        int start = from;
        for (int i = from; i < to; i++) {
            if (chunk[i] == '\n') {
                line(chunk, start, i);
                start = i + 1;
            }
        }
        keep(chunk, start, to);
    }

    /// The stream is over: throws if that is in the middle of a line.
    public void end() throws MalformedJsonException {
        if (partial.size() > 0) {
            throw new MalformedJsonException(
                    "the stream ended inside an object, after " + partial.size() + " bytes of it");
        }
    }

    private void line(byte[] chunk, int from, int to) throws MalformedJsonException {
        if (partial.size() > 0) {
            keep(chunk, from, to);
            byte[] whole = partial.toByteArray();
            partial.reset();
            objects.object(whole, 0, whole.length);
        } else if (to > from) {
            objects.object(chunk, from, to);
        }
    }

    private void keep(byte[] chunk, int from, int to) throws MalformedJsonException {
        if (partial.size() + (to - from) > maxLineBytes) {
            throw new MalformedJsonException("an object is larger than the limit of " + maxLineBytes + " bytes");
        }
        partial.write(chunk, from, to - from);
    }
}
