package io.livekube.protocol.binary;

import io.livekube.core.model.Resource;
import io.livekube.protocol.WellKnownKinds;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// Writer of the primitives in the head of the binary form; see docs/protocol.md.
final class BatchHeadWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Resource, Integer> spelled = new HashMap<>();
    private long lastVersion;

    void octet(int value) {
        out.write(value);
    }

    /// Unsigned LEB128: seven bits per byte, the low ones first; the top bit means that more follow.
    void number(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    /// Signed number in zigzag encoding, small if it is near zero.
    void signed(long value) {
        number(zigzag(value));
    }

    static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    /// Version, as the difference from the previous one in this head; the first from 0.
    void version(long version) {
        signed(version - lastVersion);
        lastVersion = version;
    }

    /// Four bytes, little-endian.
    void half(int value) {
        for (int shift = 0; shift < 32; shift += 8) {
            out.write(value >>> shift);
        }
    }

    /// Eight bytes, little-endian.
    void fixed(long value) {
        for (int shift = 0; shift < 64; shift += 8) {
            out.write((int) (value >>> shift));
        }
    }

    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        out.writeBytes(utf8);
    }

    void octets(byte[] bytes) {
        out.writeBytes(bytes);
    }

    /// Resource: odd for its well-known number, even for its index among those declared before, zero for a
    /// declaration.
    void resource(Resource resource) {
        int known = WellKnownKinds.number(resource);
        if (known >= 0) {
            number(2L * known + 1);
            return;
        }
        Integer before = spelled.get(resource);
        if (before != null) {
            number(2L * before);
            return;
        }
        spelled.put(resource, spelled.size() + 1);
        number(0);
        text(resource.group());
        text(resource.version());
        text(resource.plural());
    }

    int size() {
        return out.size();
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
