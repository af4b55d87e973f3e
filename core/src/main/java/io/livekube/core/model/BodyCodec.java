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
import org.jspecify.annotations.Nullable;

/// Packs bodies with zstd and the newest dictionary, and unpacks those packed with any.
///
/// The first byte of a packed body tells its form: as it is, compressed without a dictionary, or with the
/// dictionary of that number. Of a dictionary, what unpacks is kept as long as this codec, since any object may need
/// it; what packs, which takes several times as much, only until there is a newer one. Their native memory goes when
/// the collector finds that nobody uses them.
final class BodyCodec {
    /// How much zstd tries.
    enum Effort {
        /// For what has just come. With the same dictionary bodies get some percent larger than with the
        /// other, but its tables are small: they are still in the processor's cache, or soon again, when the
        /// next object comes.
        QUICK(1, 128 * 1024),
        /// For what is packed anew while nobody waits, with what comes behind it, and for what is packed
        /// without a dictionary.
        THOROUGH(3, 384 * 1024);

        private final int level;
        /// What it builds beside a dictionary for packing, at most.
        private final int tables;

        Effort(int level, int tables) {
            this.level = level;
            this.tables = tables;
        }
    }

    private static final byte PLAIN = 0;
    private static final byte COMPRESSED = 1;
    private static final int FIRST_DICTIONARY = 2;
    /// A buffer that one huge object made larger than this is not kept for the small ones behind it.
    private static final int LARGE = 1 << 20;
    private static final int USUAL = 8 * 1024;
    /// What one byte can still number.
    static final int MAX_DICTIONARIES = 250;
    /// From fewer zstd's trainer refuses to learn anything: it throws.
    static final int MIN_SAMPLES = 11;

    /// Training takes tens of megabytes of native memory for a moment: two kinds at a time, so that what is
    /// packed anew keeps nothing waiting that is packed for the first time.
    private static final Semaphore TRAINING = new Semaphore(2);

    /// What zstd builds beside a dictionary for unpacking.
    private static final int UNPACKING_TABLES = 28 * 1024;

    /// Tables for packing are small for small dictionaries.
    private static final int PACKING_TABLES_PER_BYTE = 24;

    /// @param newest what packs, with the last of them
    /// @param bytes native memory, as good as can be told
    private record Dictionaries(
            List<ZstdDictDecompress> all, @Nullable ZstdDictCompress newest, int bytes) {
        int count() {
            return all.size();
        }
    }

    private volatile Dictionaries dictionaries = new Dictionaries(List.of(), null, 0);
    /// What unpacking takes, of all dictionaries together.
    private int unpackingBytes;

    /// Where bodies are packed before their size is known; packing is done by one thread at a time.
    private byte[] room = new byte[USUAL];

    /// A body that takes no compressing, for as long as there is nothing to train from, behind a head.
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

    int dictionaries() {
        return dictionaries.count();
    }

    /// Native memory that the dictionaries take, tables included.
    int dictionaryBytes() {
        return dictionaries.bytes();
    }

    /// Trains a dictionary from the bodies behind these heads, to be packed with; tells whether they gave one. Few
    /// or very different bodies do not.
    ///
    /// The trainer reads all of them at once, from native memory that lasts as long as the training: on the heap
    /// there is never a second copy of more than one.
    boolean train(List<byte[]> samples, int maxBytes, Effort effort) {
        int[] lengths = samples.stream()
                .mapToInt(s -> unpackedLength(s, PackedHead.length(s)))
                .toArray();
        int total = Arrays.stream(lengths).sum();
        // zstd's trainer wants samples worth many times the dictionary, or it gives up.
        int size = Math.min(maxBytes, total / 8);
        if (samples.size() < MIN_SAMPLES || size < 1024 || dictionaries.count() >= MAX_DICTIONARIES) {
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
            add(trained, effort);
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

    private synchronized void add(byte[] trained, Effort effort) {
        var next = new ArrayList<>(dictionaries.all());
        next.add(new ZstdDictDecompress(trained));
        unpackingBytes += trained.length + UNPACKING_TABLES;
        int packingBytes = trained.length + Math.min(PACKING_TABLES_PER_BYTE * trained.length, effort.tables);
        dictionaries = new Dictionaries(
                List.copyOf(next), new ZstdDictCompress(trained, effort.level), unpackingBytes + packingBytes);
    }

    /// Packs the first `length` bytes of a body, behind the first `headLength` of a head, which are copied
    /// as they are.
    byte[] pack(byte[] head, int headLength, byte[] body, int length) {
        return pack(head, headLength, body, 0, length);
    }

    /// Packs a plain body that stands behind its head.
    byte[] packPlain(byte[] bytes, int headLength) {
        int from = headLength + 1;
        return pack(bytes, headLength, bytes, from, bytes.length - from);
    }

    private byte[] pack(byte[] head, int headLength, byte[] body, int from, int length) {
        int bound = (int) Zstd.compressBound(length);
        if (room.length < bound) {
            room = new byte[bound];
        }
        Dictionaries known = dictionaries;
        ZstdDictCompress newest = known.newest();
        int packed;
        ZstdCompressCtx context = ZstdContextPool.borrowCompress();
        try {
            context.reset();
            context.setLevel(Effort.THOROUGH.level)
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
        bytes[headLength] = (byte) (newest == null ? COMPRESSED : FIRST_DICTIONARY + known.count() - 1);
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
        byte[] body = new byte[length];
        ZstdDecompressCtx context = ZstdContextPool.borrowDecompress();
        try {
            context.reset();
            context.setMagicless(true);
            int form = bytes[headLength] & 0xff;
            if (form != COMPRESSED) {
                context.loadDict(dictionaries.all().get(form - FIRST_DICTIONARY));
            }
            context.decompressByteArray(body, 0, length, bytes, from, bytes.length - from);
        } finally {
            ZstdContextPool.giveBack(context);
        }
        return body;
    }
}
