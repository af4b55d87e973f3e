package io.livekube.core.model;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Packs bodies with zstd and the newest dictionary, and unpacks those packed with any.
///
/// The first byte of a packed body indicates its form: plain, compressed without a dictionary, or compressed
/// with the dictionary of that number. One thread packs at a time; any number of threads unpack.
final class BodyCodec {
    private static final byte PLAIN = 0;
    private static final byte COMPRESSED = 1;
    private static final int FIRST_DICTIONARY = 2;
    /// Upper bound of the buffer that is kept after a huge object.
    private static final int LARGE = 1 << 20;
    private static final int USUAL = 8 * 1024;

    private final BodyDictionaries dictionaries;

    BodyCodec(BodyDictionaries dictionaries) {
        this.dictionaries = dictionaries;
    }

    BodyDictionaries dictionaries() {
        return dictionaries;
    }

    /// Buffer for packing.
    private byte[] room = new byte[USUAL];

    /// A plain body behind a head, both copied.
    static byte[] plain(byte[] head, int headLength, byte[] body, int length) {
        return plain(head, headLength, body, 0, length);
    }

    private static byte[] plain(byte[] head, int headLength, byte[] body, int from, int length) {
        byte[] bytes = Arrays.copyOf(head, headLength + 1 + length);
        bytes[headLength] = PLAIN;
        System.arraycopy(body, from, bytes, headLength + 1, length);
        return bytes;
    }

    static boolean isPlain(byte[] bytes, int bodyFrom) {
        return bytes[bodyFrom] == PLAIN;
    }

    /// Copies the body behind a head, unpacked.
    void copyBody(byte[] bytes, ByteBuffer to) {
        int headLength = PackedHead.length(bytes);
        if (isPlain(bytes, headLength)) {
            to.put(bytes, headLength + 1, bytes.length - headLength - 1);
        } else {
            to.put(unpack(bytes, headLength));
        }
    }

    /// Packs the first `length` bytes of a body behind the first `headLength` of a head, which are copied.
    byte[] pack(byte[] head, int headLength, byte[] body, int length) {
        return pack(head, headLength, body, 0, length);
    }

    /// Packs a plain body behind its head.
    byte[] packPlain(byte[] bytes, int headLength) {
        int from = headLength + 1;
        return pack(bytes, headLength, bytes, from, bytes.length - from);
    }

    private byte[] pack(byte[] head, int headLength, byte[] body, int from, int length) {
        int bound = (int) Zstd.compressBound(length);
        if (room.length < bound) {
            room = new byte[bound];
        }
        BodyDictionaries.State known = dictionaries.state();
        ZstdDictCompress newest = known.newest();
        int packed;
        ZstdCompressCtx context = ZstdContextPool.borrowCompress();
        try {
            context.reset();
            context.setLevel(BodyDictionaries.Effort.THOROUGH.level)
                    .setChecksum(false)
                    .setDictID(false)
                    .setMagicless(true);
            if (newest != null) {
                context.loadDict(newest);
            }
            packed = context.compressByteArray(room, 0, room.length, body, from, length);
        } finally {
            ZstdContextPool.giveBack(context);
        }
        if (packed >= length) {
            return plain(head, headLength, body, from, length);
        }
        byte[] bytes = Arrays.copyOf(head, headLength + 1 + packed);
        bytes[headLength] = (byte)
                (newest == null ? COMPRESSED : FIRST_DICTIONARY + known.all().size() - 1);
        System.arraycopy(room, 0, bytes, headLength + 1, packed);
        if (room.length > LARGE) {
            room = new byte[USUAL];
        }
        return bytes;
    }

    /// Unpacked length of the body behind a head.
    static int unpackedLength(byte[] bytes, int headLength) {
        int from = headLength + 1;
        return bytes[headLength] == PLAIN
                ? bytes.length - from
                : (int) Zstd.getFrameContentSize(bytes, from, bytes.length - from, true);
    }

    /// The body behind a head, unpacked.
    byte[] unpack(byte[] bytes, int headLength) {
        int from = headLength + 1;
        if (bytes[headLength] == PLAIN) {
            return Arrays.copyOfRange(bytes, from, bytes.length);
        }
        int length = unpackedLength(bytes, headLength);
        byte[] body = new byte[length];
        ZstdDecompressCtx context = ZstdContextPool.borrowDecompress();
        try {
            context.reset();
            context.setMagicless(true);
            int form = bytes[headLength] & 0xff;
            if (form != COMPRESSED) {
                context.loadDict(dictionaries.get(form - FIRST_DICTIONARY));
            }
            context.decompressByteArray(body, 0, length, bytes, from, bytes.length - from);
        } finally {
            ZstdContextPool.giveBack(context);
        }
        return body;
    }
}
