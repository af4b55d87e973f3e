package io.livekube.core.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reader of the head that precedes an object's stored body, in the same array, without unpacking anything.
///
/// Java objects for these few fields would take more memory than the compressed body. So they are packed, in
/// this order:
///
/// | what | how |
/// |---|---|
/// | where the body begins | three bytes |
/// | UID | 16 bytes |
/// | name | two bytes: twice its length, plus [#NOT_ASCII] if that applies; its UTF-8 |
/// | extracted fields of the kind | a text each; the empty one if the object has none |
/// | labels | their count, then key and value of each, sorted by key |
/// | owners | their count, then of each UID, 1 for a controller or 0, `apiVersion`, `kind`, `name` |
///
/// Numbers and texts are those of [PackedText]: most texts are a symbol or a piece of the object's own name, which is
/// how Kubernetes names owners, template hashes and applications.
final class PackedHead {
    static final int LENGTH_BYTES = 3;
    static final int NOT_ASCII = 1;

    private static final int UID = LENGTH_BYTES;
    private static final int NAME = UID + 16;
    private static final int NAME_FROM = NAME + 2;
    static final int LONGEST = (1 << 23) - 1;
    static final int LONGEST_NAME = (1 << 15) - 1;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN)
            .withInvokeExactBehavior();

    private PackedHead() {}

    static void putLength(byte[] bytes, int length) {
        bytes[0] = (byte) (length >>> 16);
        bytes[1] = (byte) (length >>> 8);
        bytes[2] = (byte) length;
    }

    /// Start of the body, which is the length of the head.
    static int length(byte[] bytes) {
        return (bytes[0] & 0xff) << 16 | (bytes[1] & 0xff) << 8 | (bytes[2] & 0xff);
    }

    static Uid uid(byte[] bytes) {
        return new Uid((long) LONG.get(bytes, UID), (long) LONG.get(bytes, UID + 8));
    }

    static boolean sameUid(byte[] a, byte[] b) {
        return Arrays.equals(a, UID, NAME, b, UID, NAME);
    }

    static String name(byte[] bytes) {
        int length = nameLength(bytes);
        return new String(
                bytes,
                NAME_FROM,
                length >>> 1,
                (length & NOT_ASCII) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    /// The order of two names, as of their strings.
    static int compareNames(byte[] a, byte[] b) {
        int aLength = nameLength(a);
        int bLength = nameLength(b);
        if (((aLength | bLength) & NOT_ASCII) != 0) {
            return name(a).compareTo(name(b));
        }
        return Arrays.compare(a, NAME_FROM, NAME_FROM + (aLength >>> 1), b, NAME_FROM, NAME_FROM + (bLength >>> 1));
    }

    static int compareName(byte[] bytes, String name) {
        int length = nameLength(bytes);
        if ((length & NOT_ASCII) != 0) {
            return name(bytes).compareTo(name);
        }
        int both = Math.min(length >>> 1, name.length());
        for (int i = 0; i < both; i++) {
            int order = bytes[NAME_FROM + i] - name.charAt(i);
            if (order != 0) {
                return order;
            }
        }
        return (length >>> 1) - name.length();
    }

    static Optional<String> field(byte[] bytes, String[] symbols, int index) {
        PackedText at = behindName(bytes, symbols);
        for (int i = 0; i < index; i++) {
            at.skipText();
        }
        String value = at.takeText();
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    static Labels labels(byte[] bytes, String[] symbols, int fields) {
        PackedText at = behindName(bytes, symbols);
        for (int i = 0; i < fields; i++) {
            at.skipText();
        }
        int from = at.position();
        return bytes[from] == 0 ? Labels.NONE : new Labels(symbols, bytes, NAME_FROM, from);
    }

    static List<OwnerReference> owners(byte[] bytes, String[] symbols, int fields) {
        PackedText at = behindName(bytes, symbols);
        for (int i = 0; i < fields; i++) {
            at.skipText();
        }
        for (int labels = at.takeNumber(); labels > 0; labels--) {
            at.skipText();
            at.skipText();
        }
        int count = at.takeNumber();
        if (count == 0) {
            return List.of();
        }
        var owners = new ArrayList<OwnerReference>(count);
        for (int i = 0; i < count; i++) {
            int uid = at.position();
            at.skip(16);
            boolean controller = at.takeNumber() == 1;
            String apiVersion = at.takeText();
            String kind = at.takeText();
            String name = at.takeText();
            owners.add(new OwnerReference(
                    apiVersion,
                    kind,
                    name,
                    new Uid((long) LONG.get(bytes, uid), (long) LONG.get(bytes, uid + 8)),
                    controller));
        }
        return List.copyOf(owners);
    }

    private static PackedText behindName(byte[] bytes, String[] symbols) {
        return new PackedText(symbols, bytes, NAME_FROM, NAME_FROM + (nameLength(bytes) >>> 1));
    }

    /// As it is written: twice the length, and [#NOT_ASCII].
    private static int nameLength(byte[] bytes) {
        return (bytes[NAME] & 0xff) << 8 | (bytes[NAME + 1] & 0xff);
    }
}
