package io.livekube.core.protobuf;

import java.util.Arrays;

/// Envelope of every protobuf object from an API server: four bytes, then its type and its bytes.
///
/// @param from start of the object's own message
public record ProtobufEnvelope(String apiVersion, String kind, int from, int to) {
    static final int MAGIC_LENGTH = 4;
    static final int TYPE = 1;
    static final int OBJECT = 2;

    private static final byte[] MAGIC = {'k', '8', 's', 0};

    /// Whether an envelope begins at a position.
    public static boolean isAt(byte[] bytes, int from, int to) {
        return to - from >= MAGIC_LENGTH && Arrays.equals(bytes, from, from + MAGIC_LENGTH, MAGIC, 0, MAGIC_LENGTH);
    }

    /// Reads the envelope from the bytes of one complete object.
    public static ProtobufEnvelope read(byte[] bytes, int from, int to) throws UnreadableProtobufException {
        if (!isAt(bytes, from, to)) {
            throw new UnreadableProtobufException("not an object of Kubernetes in protobuf");
        }
        var in = new WireCursor();
        in.reset(bytes, from + MAGIC_LENGTH, to);
        String[] type = {"", ""};
        int objectFrom = to;
        int objectTo = to;
        while (in.position() < to) {
            int tag = in.tag();
            if (WireCursor.wireType(tag) != WireCursor.DELIMITED) {
                in.skip(WireCursor.wireType(tag));
                continue;
            }
            int end = in.delimitedTo();
            if (WireCursor.number(tag) == TYPE) {
                type = WireCursor.texts(bytes, in.position(), end, type.length);
            } else if (WireCursor.number(tag) == OBJECT) {
                objectFrom = in.position();
                objectTo = end;
            }
            in.seek(end);
        }
        return new ProtobufEnvelope(type[0], type[1], objectFrom, objectTo);
    }
}
