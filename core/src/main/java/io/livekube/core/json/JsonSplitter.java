package io.livekube.core.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Splits a LIST into the objects of its `items` array, in whatever chunks it arrives.
///
/// Objects that arrive in one chunk are passed on without copying. The inside of an object is not checked: only
/// brackets and strings are tracked. So an object that can't be decoded later leaves the framing intact.
/// [JsonLines] is the counterpart for a watch.
public final class JsonSplitter {
    /// Gets each object; the bytes are valid only during the call.
    public interface ObjectSink {
        void object(byte[] bytes, int from, int to) throws MalformedJsonException;
    }

    /// Gets the envelope up to `items` as complete JSON, with an empty array for the items.
    public interface HeadSink {
        void head(byte[] json) throws MalformedJsonException;
    }

    private static final byte[] ITEMS = "\"items\"".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_ENVELOPE = 1 << 20;

    private final ObjectSink objects;
    private final HeadSink head;
    private final int maxObjectBytes;

    private final ByteArrayOutputStream envelope = new ByteArrayOutputStream();
    private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
    private boolean inItems;
    private boolean inObject;
    private boolean inString;
    private boolean escaped;
    private int depth;
    private long total;

    private JsonSplitter(HeadSink head, ObjectSink objects, int maxObjectBytes) {
        this.head = head;
        this.objects = objects;
        this.maxObjectBytes = maxObjectBytes;
    }

    public static JsonSplitter items(HeadSink head, ObjectSink sink, int maxObjectBytes) {
        return new JsonSplitter(head, sink, maxObjectBytes);
    }

    /// Bytes so far.
    public long total() {
        return total;
    }

    /// The whole envelope, with an empty array for the items.
    public byte[] envelope() {
        return envelope.toByteArray();
    }

    public void feed(byte[] chunk, int from, int to) throws MalformedJsonException {
        total += to - from;
        int at = from;
        while (at < to) {
            at = inObject ? object(chunk, at, to) : inItems ? between(chunk, at, to) : envelope(chunk, at, to);
        }
    }

    /// Ends the stream. Throws if it is incomplete.
    public void end() throws MalformedJsonException {
        if (inObject) {
            throw new MalformedJsonException(
                    "the stream ended inside an object, after " + partial.size() + " bytes of it");
        }
        if (inItems || depth != 0 || envelope.size() == 0) {
            throw new MalformedJsonException(
                    "the stream ended before the list was complete, after " + total + " bytes");
        }
    }

    /// Finds the next object; only white space and commas may precede it.
    private int between(byte[] chunk, int from, int to) throws MalformedJsonException {
        for (int i = from; i < to; i++) {
            switch (chunk[i]) {
                case ' ', '\n', '\r', '\t', ',' -> {}
                case '{' -> {
                    inObject = true;
                    depth = 0;
                    return i;
                }
                case ']' -> {
                    inItems = false;
                    depth = 1;
                    envelope.write(']');
                    return i + 1;
                }
                default -> throw unexpected(chunk[i]);
            }
        }
        return to;
    }

    private MalformedJsonException unexpected(byte b) {
        return new MalformedJsonException(
                "expected an object, but found '" + (char) b + "' within the first " + total + " bytes");
    }

    /// Follows an object to its end, or to the end of the chunk.
    private int object(byte[] chunk, int from, int to) throws MalformedJsonException {
        int end = endOfObject(chunk, from, to);
        int last = end < 0 ? to : end;
        if (partial.size() + (last - from) > maxObjectBytes) {
            throw new MalformedJsonException("an object is larger than the limit of " + maxObjectBytes + " bytes");
        }
        if (end < 0) {
            partial.write(chunk, from, to - from);
            return to;
        }
        inObject = false;
        if (partial.size() == 0) {
            objects.object(chunk, from, end);
        } else {
            partial.write(chunk, from, end - from);
            byte[] whole = partial.toByteArray();
            partial.reset();
            objects.object(whole, 0, whole.length);
        }
        return end;
    }

    private int endOfObject(byte[] chunk, int from, int to) {
        int d = depth;
        boolean string = inString;
        boolean escape = escaped;
        for (int i = from; i < to; i++) {
            if (string) {
                if (escape) {
                    escape = false;
                    continue;
                }
                i = SwarBytes.special(chunk, i, to);
                escape = i < to && chunk[i] == '\\';
                string = i >= to || chunk[i] != '"';
                continue;
            }
            byte b = chunk[i];
            if (b == '"') {
                string = true;
            } else if (b == '{' || b == '[') {
                d++;
            } else if ((b == '}' || b == ']') && --d == 0) {
                depth = 0;
                inString = false;
                escaped = false;
                return i + 1;
            }
        }
        depth = d;
        inString = string;
        escaped = escape;
        return -1;
    }

    /// Copies the envelope until `items` opens.
    private int envelope(byte[] chunk, int from, int to) throws MalformedJsonException {
        for (int i = from; i < to; i++) {
            byte b = chunk[i];
            envelope.write(b);
            if (envelope.size() > MAX_ENVELOPE) {
                throw new MalformedJsonException("no list within the first " + MAX_ENVELOPE + " bytes");
            }
            if (inString) {
                inString = escaped || b != '"';
                escaped = !escaped && b == '\\';
            } else if (b == '"') {
                inString = true;
            } else if (b == '{' || b == '[') {
                depth++;
                if (b == '[' && depth == 2 && opensItems()) {
                    inItems = true;
                    byte[] soFar = envelope.toByteArray();
                    byte[] whole = Arrays.copyOf(soFar, soFar.length + 2);
                    whole[soFar.length] = ']';
                    whole[soFar.length + 1] = '}';
                    head.head(whole);
                    return i + 1;
                }
            } else if (b == '}' || b == ']') {
                depth--;
            }
        }
        return to;
    }

    private boolean opensItems() {
        byte[] soFar = envelope.toByteArray();
        int i = soFar.length - 2;
        while (i >= 0 && " :\n\r\t".indexOf(soFar[i]) >= 0) {
            i--;
        }
        int start = i - ITEMS.length + 1;
        boolean whole = start > 0 && soFar[start - 1] != '\\';
        return whole && Arrays.equals(soFar, start, i + 1, ITEMS, 0, ITEMS.length);
    }
}
