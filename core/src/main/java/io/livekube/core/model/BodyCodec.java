package io.livekube.core.model;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdDictTrainer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Packs bodies with zstd and the newest dictionary, and unpacks those packed with any.
///
/// The first byte of a packed body tells its form: as it is, compressed without a dictionary, or with the dictionary of
/// that number. Dictionaries are kept as long as this codec; their native memory goes with them.
final class BodyCodec {
    /// Fast enough to disappear beside decoding, and with a dictionary nearly as small as the slow levels.
    private static final int LEVEL = 3;

    private static final byte PLAIN = 0;
    private static final byte COMPRESSED = 1;
    private static final int FIRST_DICTIONARY = 2;
    /// A buffer that one huge object made larger than this is not kept for the small ones behind it.
    private static final int LARGE = 1 << 20;
    /// What one byte can still number.
    static final int MAX_DICTIONARIES = 250;

    private record Dictionary(ZstdDictCompress compress, ZstdDictDecompress decompress, int bytes) {}

    private volatile List<Dictionary> dictionaries = List.of();

    /// Where bodies are packed before their size is known; packing is done by one thread at a time.
    private byte[] room = new byte[16 * 1024];

    /// A body that takes no compressing, for as long as there is nothing to train from.
    static byte[] plain(byte[] json, int length) {
        byte[] body = new byte[length + 1];
        body[0] = PLAIN;
        System.arraycopy(json, 0, body, 1, length);
        return body;
    }

    static boolean isPlain(byte[] body) {
        return body[0] == PLAIN;
    }

    boolean hasDictionary() {
        return !dictionaries.isEmpty();
    }

    int dictionaryBytes() {
        return dictionaries.stream().mapToInt(Dictionary::bytes).sum();
    }

    /// Trains a dictionary from samples; tells whether they gave one. Few or very different samples do not.
    boolean train(List<byte[]> samples, int maxBytes) {
        int total = samples.stream().mapToInt(s -> s.length).sum();
        // zstd's trainer wants samples worth many times the dictionary, or it gives up.
        int size = Math.min(maxBytes, total / 8);
        if (size < 1024 || dictionaries.size() >= MAX_DICTIONARIES) {
            return false;
        }
        var trainer = new ZstdDictTrainer(total, size);
        samples.forEach(trainer::addSample);
        byte[] trained;
        try {
            trained = trainer.trainSamples();
        } catch (com.github.luben.zstd.ZstdException e) {
            return false;
        }
        var next = new ArrayList<>(dictionaries);
        next.add(new Dictionary(new ZstdDictCompress(trained, LEVEL), new ZstdDictDecompress(trained), trained.length));
        dictionaries = List.copyOf(next);
        return true;
    }

    /// Packs the first `length` bytes.
    byte[] pack(byte[] json, int length) {
        int bound = 1 + (int) Zstd.compressBound(length);
        if (room.length < bound) {
            room = new byte[bound];
        }
        List<Dictionary> known = dictionaries;
        int packed;
        ZstdCompressCtx context = ZstdContexts.borrowCompress();
        try {
            context.reset();
            context.setLevel(LEVEL).setChecksum(false).setDictID(false);
            if (!known.isEmpty()) {
                context.loadDict(known.getLast().compress());
            }
            packed = context.compressByteArray(room, 1, room.length - 1, json, 0, length);
        } finally {
            ZstdContexts.giveBack(context);
        }
        if (packed >= length) {
            return plain(json, length);
        }
        room[0] = (byte) (known.isEmpty() ? COMPRESSED : FIRST_DICTIONARY + known.size() - 1);
        byte[] body = Arrays.copyOf(room, packed + 1);
        if (room.length > LARGE) {
            room = new byte[16 * 1024];
        }
        return body;
    }

    byte[] unpack(byte[] body) {
        if (body[0] == PLAIN) {
            return Arrays.copyOfRange(body, 1, body.length);
        }
        int length = (int) Zstd.getFrameContentSize(body, 1, body.length - 1, false);
        byte[] json = new byte[length];
        ZstdDecompressCtx context = ZstdContexts.borrowDecompress();
        try {
            context.reset();
            int form = body[0] & 0xff;
            if (form != COMPRESSED) {
                context.loadDict(dictionaries.get(form - FIRST_DICTIONARY).decompress());
            }
            context.decompressByteArray(json, 0, length, body, 1, body.length - 1);
        } finally {
            ZstdContexts.giveBack(context);
        }
        return json;
    }
}
