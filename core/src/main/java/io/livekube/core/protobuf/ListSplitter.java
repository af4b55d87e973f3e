package io.livekube.core.protobuf;

import java.io.EOFException;

/// Splits a LIST into its objects, in whatever chunks it arrives.
///
/// A list is an object like any other, in a [ProtobufEnvelope]: its metadata first, then the items.
public final class ListSplitter {
    /// Metadata of the list.
    ///
    /// @param kind of the list, such as `PodList`
    public record Head(String apiVersion, String kind, String resourceVersion, String continueToken) {}

    /// Gets the head as soon as it is read.
    public interface HeadSink {
        void head(Head head) throws UnreadableProtobufException;
    }

    private static final int METADATA = 1;
    private static final int ITEM = 2;
    /// Maximum length of a tag and a length: a protobuf number has at most ten bytes.
    private static final int LONGEST_HEADING = 20;

    private enum Part {
        MAGIC,
        ENVELOPE,
        LIST
    }

    private final HeadSink heads;
    private final ObjectSink items;
    private final int maxObjectBytes;
    private final ChunkAssembler pieces = new ChunkAssembler(this::piece);
    private final WireCursor in = new WireCursor();
    private Part part = Part.MAGIC;
    private Head head = new Head("", "", "", "");
    private boolean begun;
    /// Bytes of the list that are still to come.
    private long left;

    private long total;

    public ListSplitter(HeadSink heads, ObjectSink items, int maxObjectBytes) {
        this.heads = heads;
        this.items = items;
        this.maxObjectBytes = maxObjectBytes;
    }

    /// Bytes so far.
    public long total() {
        return total;
    }

    public Head head() {
        return head;
    }

    public void feed(byte[] chunk, int from, int to) throws UnreadableProtobufException {
        total += to - from;
        pieces.feed(chunk, from, to);
    }

    /// Ends the stream. Throws if it is incomplete.
    public void end() throws EOFException {
        pieces.end();
        if (!begun || left != 0) {
            throw new EOFException("the stream ended before the list was complete, after " + total + " bytes");
        }
    }

    private int piece(byte[] bytes, int from, int to) throws UnreadableProtobufException {
        if (part == Part.MAGIC) {
            if (to - from >= ProtobufEnvelope.MAGIC_LENGTH) {
                if (!ProtobufEnvelope.isAt(bytes, from, to)) {
                    throw new UnreadableProtobufException("not an object of Kubernetes in protobuf");
                }
                part = Part.ENVELOPE;
            }
            return ProtobufEnvelope.MAGIC_LENGTH;
        }
        int heading = headingLength(bytes, from, to);
        if (heading > to - from) {
            return heading;
        }
        in.reset(bytes, from, to);
        int tag = in.tag();
        if (WireCursor.wireType(tag) != WireCursor.DELIMITED) {
            in.varint();
            return passed(heading);
        }
        long length = in.varint();
        if (part == Part.ENVELOPE && WireCursor.number(tag) == ProtobufEnvelope.OBJECT) {
            if (length < 0) {
                throw new UnreadableProtobufException("a list of 2^63 bytes or more");
            }
            begun = true;
            left = length;
            part = length == 0 ? Part.ENVELOPE : Part.LIST;
            return heading;
        }
        if (length < 0 || length > maxObjectBytes) {
            throw new UnreadableProtobufException("an object is larger than the limit of " + maxObjectBytes + " bytes");
        }
        int whole = heading + (int) length;
        if (whole > to - from) {
            return whole;
        }
        content(WireCursor.number(tag), bytes, from + heading, from + whole);
        return passed(whole);
    }

    private int passed(int length) throws UnreadableProtobufException {
        if (part == Part.LIST) {
            left -= length;
            if (left < 0) {
                throw new UnreadableProtobufException("an object reaches beyond the end of its list");
            }
            if (left == 0) {
                part = Part.ENVELOPE;
            }
        }
        return length;
    }

    private void content(int field, byte[] bytes, int from, int to) throws UnreadableProtobufException {
        if (part == Part.ENVELOPE && field == ProtobufEnvelope.TYPE) {
            String[] type = WireCursor.texts(bytes, from, to, 2);
            head = new Head(type[0], type[1], head.resourceVersion, head.continueToken);
        } else if (part == Part.LIST && field == METADATA) {
            String[] metadata = WireCursor.texts(bytes, from, to, 3);
            head = new Head(head.apiVersion, head.kind, metadata[1], metadata[2]);
            heads.head(head);
        } else if (part == Part.LIST && field == ITEM) {
            items.object(bytes, from, to);
        }
    }

    /// Length of a tag and the number after it; more than the available bytes if they are incomplete.
    private static int headingLength(byte[] bytes, int from, int to) throws UnreadableProtobufException {
        int numbers = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] >= 0 && ++numbers == 2) {
                return i + 1 - from;
            }
            if (i - from > LONGEST_HEADING) {
                throw new UnreadableProtobufException("a number without an end");
            }
        }
        return to - from + 1;
    }
}
