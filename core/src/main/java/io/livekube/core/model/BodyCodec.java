package io.livekube.core.model;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;

/// Packs bodies with zstd and the newest dictionary, and unpacks those packed with any.
///
/// The first byte of a packed body tells its form: as it is, compressed without a dictionary, or with the
/// dictionary of that number. Dictionaries are kept as long as this codec; their native memory goes with
/// them.
final class BodyCodec {
    /// Fast enough to disappear beside decoding, and with a dictionary nearly as small as the slow levels.
    private static final int LEVEL = 3;

    private static final byte PLAIN = 0;
    private static final byte COMPRESSED = 1;
    private static final int FIRST_DICTIONARY = 2;
    /// A buffer that one huge object made larger than this is not kept for the small ones behind it.
    private static final int LARGE = 1 << 20;
    private static final int USUAL = 8 * 1024;
    /// What one byte can still number.
    static final int MAX_DICTIONARIES = 250;
    /// From fewer zstd's trainer refuses to learn anything: it throws.
    private static final int MIN_SAMPLES = 11;

    /// Training takes tens of megabytes of native memory for a moment: two kinds at a time, so that what is
    /// packed anew keeps nothing waiting that is packed for the first time.
    private static final Semaphore TRAINING = new Semaphore(2);

    private record Dictionary(ZstdDictCompress compress, ZstdDictDecompress decompress, int bytes) {}

    private volatile List<Dictionary> dictionaries = List.of();

    /// Where bodies are packed before their size is known; packing is done by one thread at a time.
    private byte[] room = new byte[USUAL];

    /// A body that takes no compressing, for as long as there is nothing to train from, behind a head.
    static byte[] plain(byte[] head, int headLength, byte[] json, int length) {
        return plain(head, headLength, json, 0, length);
    }

    private static byte[] plain(byte[] head, int headLength, byte[] json, int from, int length) {
        byte[] bytes = Arrays.copyOf(head, headLength + 1 + length);
        bytes[headLength] = PLAIN;
        System.arraycopy(json, from, bytes, headLength + 1, length);
        return bytes;
    }

    static boolean isPlain(byte[] bytes, int bodyFrom) {
        return bytes[bodyFrom] == PLAIN;
    }

    boolean hasDictionary() {
        return !dictionaries.isEmpty();
    }

    int dictionaryBytes() {
        return dictionaries.stream().mapToInt(Dictionary::bytes).sum();
    }

    /// Trains a dictionary from the bodies behind these heads; tells whether they gave one. Few or very
    /// different bodies do not.
    ///
    /// The trainer reads all of them at once, from native memory that lasts as long as the training: on the heap
    /// there is never a second copy of more than one.
    boolean train(List<byte[]> samples, int maxBytes) {
        int[] lengths = samples.stream()
                .mapToInt(s -> unpackedLength(s, PackedHead.length(s)))
                .toArray();
        int total = Arrays.stream(lengths).sum();
        // zstd's trainer wants samples worth many times the dictionary, or it gives up.
        int size = Math.min(maxBytes, total / 8);
        if (samples.size() < MIN_SAMPLES || size < 1024 || dictionaries.size() >= MAX_DICTIONARIES) {
            return false;
        }
        TRAINING.acquireUninterruptibly();
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer bodies = arena.allocate(total).asByteBuffer();
            for (byte[] sample : samples) {
                copyBody(sample, bodies);
            }
            ByteBuffer dictionary = arena.allocate(size).asByteBuffer();
            long length = Zstd.trainFromBufferDirect(bodies, lengths, dictionary);
            if (Zstd.isError(length)) {
                return false;
            }
            byte[] trained = new byte[(int) length];
            dictionary.get(trained);
            add(new Dictionary(new ZstdDictCompress(trained, LEVEL), new ZstdDictDecompress(trained), trained.length));
            return true;
        } catch (ZstdException e) {
            return false; // too few
        } finally {
            TRAINING.release();
        }
    }

    private void copyBody(byte[] bytes, ByteBuffer to) {
        int headLength = PackedHead.length(bytes);
        if (isPlain(bytes, headLength)) {
            to.put(bytes, headLength + 1, bytes.length - headLength - 1);
        } else {
            to.put(unpack(bytes, headLength));
        }
    }

    private synchronized void add(Dictionary dictionary) {
        var next = new ArrayList<>(dictionaries);
        next.add(dictionary);
        dictionaries = List.copyOf(next);
    }

    /// Packs the first `length` bytes of a body, behind the first `headLength` of a head, which are copied
    /// as they are.
    byte[] pack(byte[] head, int headLength, byte[] json, int length) {
        return pack(head, headLength, json, 0, length);
    }

    /// Packs a plain body that stands behind its head.
    byte[] packPlain(byte[] bytes, int headLength) {
        int from = headLength + 1;
        return pack(bytes, headLength, bytes, from, bytes.length - from);
    }

    private byte[] pack(byte[] head, int headLength, byte[] json, int from, int length) {
        int bound = (int) Zstd.compressBound(length);
        if (room.length < bound) {
            room = new byte[bound];
        }
        List<Dictionary> known = dictionaries;
        int packed;
        ZstdCompressCtx context = ZstdContexts.borrowCompress();
        try {
            context.reset();
            context.setLevel(LEVEL).setChecksum(false).setDictID(false).setMagicless(true);
            if (!known.isEmpty()) {
                context.loadDict(known.getLast().compress());
            }
            packed = context.compressByteArray(room, 0, room.length, json, from, length);
        } finally {
            ZstdContexts.giveBack(context);
        }
        if (packed >= length) {
            return plain(head, headLength, json, from, length);
        }
        byte[] bytes = Arrays.copyOf(head, headLength + 1 + packed);
        bytes[headLength] = (byte) (known.isEmpty() ? COMPRESSED : FIRST_DICTIONARY + known.size() - 1);
        System.arraycopy(room, 0, bytes, headLength + 1, packed);
        if (room.length > LARGE) {
            room = new byte[USUAL];
        }
        return bytes;
    }

    /// How long the body is that stands behind a head, once unpacked.
    static int unpackedLength(byte[] bytes, int headLength) {
        int from = headLength + 1;
        return bytes[headLength] == PLAIN
                ? bytes.length - from
                : (int) Zstd.getFrameContentSize(bytes, from, bytes.length - from, true);
    }

    /// The body that stands behind a head.
    byte[] unpack(byte[] bytes, int headLength) {
        int from = headLength + 1;
        if (bytes[headLength] == PLAIN) {
            return Arrays.copyOfRange(bytes, from, bytes.length);
        }
        int length = unpackedLength(bytes, headLength);
        byte[] json = new byte[length];
        ZstdDecompressCtx context = ZstdContexts.borrowDecompress();
        try {
            context.reset();
            context.setMagicless(true);
            int form = bytes[headLength] & 0xff;
            if (form != COMPRESSED) {
                context.loadDict(dictionaries.get(form - FIRST_DICTIONARY).decompress());
            }
            context.decompressByteArray(json, 0, length, bytes, from, bytes.length - from);
        } finally {
            ZstdContexts.giveBack(context);
        }
        return json;
    }
}
