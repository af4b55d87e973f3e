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

/// Up to where a reader has been told, kind by kind and cluster by cluster; a short text that means nothing
/// to anybody else.
///
/// @param marks by [#key]
public record StreamCursor(Map<Long, Mark> marks) {
    /// Nobody has been told anything.
    public static final StreamCursor NOWHERE = new StreamCursor(Map.of());

    /// More would not fit into the header that brings it back; the rest begins anew.
    static final int MOST = 800;

    private static final byte FORM = 1;
    private static final int CHECK = Integer.BYTES;
    private static final int ENTRY = Long.BYTES + Integer.BYTES + Long.BYTES;

    /// A state that a reader knows.
    ///
    /// @param incarnation tells a cluster's states from those of another under its name
    public record Mark(int incarnation, long version) {}

    public StreamCursor {
        marks = Map.copyOf(marks);
    }

    /// What a kind of a cluster is called in it.
    public static long key(String resource, String cluster) {
        return Hashing.xxh3_64().hashCharsToLong(resource + "\n" + cluster);
    }

    /// What tells a cluster's states from those of another under its name.
    ///
    /// @param uid of the cluster; empty if it does not say
    /// @param epoch of the kind's states: versions can be compared within one only
    public static int incarnation(String uid, long epoch) {
        return (int) Hashing.xxh3_64().hashCharsToLong(uid + "\n" + epoch);
    }

    public Optional<Mark> mark(long key) {
        return Optional.ofNullable(marks.get(key));
    }

    /// The text.
    public String encode() {
        ByteBuffer bytes = ByteBuffer.allocate(1 + Math.min(MOST, marks.size()) * ENTRY + CHECK)
                .put(FORM);
        new TreeMap<>(marks)
                .entrySet().stream()
                        .limit(MOST)
                        .forEach(entry -> bytes.putLong(entry.getKey())
                                .putInt(entry.getValue().incarnation())
                                .putLong(entry.getValue().version()));
        bytes.putInt(check(bytes.array(), bytes.position()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /// Reads it; empty if it is no cursor of this kind of server.
    public static Optional<StreamCursor> decode(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int entries = (bytes.length - 1 - CHECK) / ENTRY;
        if (bytes.length != 1 + entries * ENTRY + CHECK || bytes.length <= CHECK || entries > MOST) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            if (buffer.get() != FORM || buffer.getInt(bytes.length - CHECK) != check(bytes, bytes.length - CHECK)) {
                return Optional.empty();
            }
            Map<Long, Mark> marks = new HashMap<>();
            for (int i = 0; i < entries; i++) {
                marks.put(buffer.getLong(), new Mark(buffer.getInt(), buffer.getLong()));
            }
            return Optional.of(new StreamCursor(marks));
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    private static int check(byte[] bytes, int length) {
        return (int) Hashing.xxh3_64().hashBytesToLong(Arrays.copyOf(bytes, length));
    }
}
