package io.livekube.hub.fleet;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a stream's reader has received, by kind and cluster; encoded as short opaque text.
///
/// @param marks by [#key]
public record StreamCursor(Map<Long, Mark> marks) {
    /// Cursor of a reader that has received nothing.
    public static final StreamCursor EMPTY = new StreamCursor(Map.of());

    /// Size limit of the encoded cursor, so that it also fits in a URL; feeds whose marks would exceed it start
    /// over.
    static final int LONGEST = 14 << 10;

    private static final byte FORM = 2;
    private static final int CHECK = Integer.BYTES;
    private static final int KEY_BYTES = 5;
    private static final int LONGEST_NUMBER = 10;

    /// A state that a reader has.
    ///
    /// @param incarnation distinguishes a cluster's states from those of another cluster with the same name
    public record Mark(int incarnation, long version) {}

    public StreamCursor {
        marks = Map.copyOf(marks);
    }

    /// Key of a kind of a cluster: a 40-bit hash. Collisions are unlikely even among thousands of feeds; when
    /// two keys collide, both feeds start over.
    public static long key(String resource, String cluster) {
        return Hashing.xxh3_64().hashCharsToLong(resource + "\n" + cluster) >>> (Long.SIZE - 8 * KEY_BYTES);
    }

    /// Distinguishes a cluster's states from those of another cluster with the same name.
    ///
    /// @param uid of the cluster; empty if unknown
    /// @param epoch of the kind's states: versions can be compared only within one epoch
    public static int incarnation(String uid, long epoch) {
        return (int) Hashing.xxh3_64().hashCharsToLong(uid + "\n" + epoch);
    }

    public Optional<Mark> mark(long key) {
        return Optional.ofNullable(marks.get(key));
    }

    /// Encodes the cursor.
    public String encode() {
        int room = LONGEST / 4 * 3 - CHECK;
        ByteBuffer bytes = ByteBuffer.allocate(room + CHECK).put(FORM);
        for (Map.Entry<Long, Mark> entry : new TreeMap<>(marks).entrySet()) {
            if (bytes.position() + KEY_BYTES + Integer.BYTES + LONGEST_NUMBER > room) {
                break;
            }
            long key = entry.getKey();
            bytes.put((byte) (key >>> 32)).putInt((int) key);
            bytes.putInt(entry.getValue().incarnation());
            putNumber(bytes, entry.getValue().version());
        }
        bytes.putInt(check(bytes.array(), bytes.position()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes.array(), bytes.position()));
    }

    /// Decodes a cursor; empty if the text is not one. A cursor from another release decodes to [#EMPTY], so
    /// that its reader starts over.
    public static Optional<StreamCursor> decode(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int end = bytes.length - CHECK;
        if (end < 1 || text.length() > 2 * LONGEST) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (buffer.getInt(end) != check(bytes, end)) {
            return Optional.empty();
        }
        if (bytes[0] != FORM) {
            return Optional.of(EMPTY);
        }
        buffer.limit(end).position(1);
        try {
            Map<Long, Mark> marks = new HashMap<>();
            while (buffer.hasRemaining()) {
                long key = (buffer.get() & 0xffL) << 32 | (buffer.getInt() & 0xffff_ffffL);
                int incarnation = buffer.getInt();
                marks.put(key, new Mark(incarnation, takeNumber(buffer)));
            }
            return Optional.of(new StreamCursor(marks));
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    /// Writes seven bits per byte, lowest first.
    private static void putNumber(ByteBuffer to, long number) {
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            to.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        to.put((byte) rest);
    }

    private static long takeNumber(ByteBuffer from) {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = from.get();
            number |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new BufferUnderflowException();
    }

    private static int check(byte[] bytes, int length) {
        return (int) Hashing.xxh3_64().hashBytesToLong(Arrays.copyOf(bytes, length));
    }
}
