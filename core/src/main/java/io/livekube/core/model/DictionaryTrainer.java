package io.livekube.core.model;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.livekube.core.model.BodyDictionaries.Effort;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;

/// Trains zstd dictionaries from the bodies of a kind's objects.
///
/// Few or very different bodies yield no dictionary. The trainer reads its samples from native memory, which is
/// freed after the training; on the heap there is never a second copy of more than one body.
final class DictionaryTrainer {
    /// Zstd refuses to learn from fewer samples.
    private static final int MIN_SAMPLES = 11;

    /// Zstd gives up unless its samples are many times as large as the dictionary.
    private static final int SAMPLES_TO_DICTIONARY = 8;

    private static final int SMALLEST = 1024;

    /// Maximum number of samples from all objects of a kind, and maximum number of bytes of them.
    private static final int MANY_SAMPLES = 2_000;

    private static final int MANY_SAMPLE_BYTES = 16 << 20;

    /// Size of a dictionary from all objects of a kind, at least.
    private static final int LARGE_DICTIONARY = 112 * 1024;

    /// Training takes tens of megabytes of native memory for a moment, so two kinds train at a time: one may be packing
    /// again in the background while another is packed for the first time.
    private static final Semaphore TRAINING = new Semaphore(2);

    private final BodyCodec codec;
    private final int dictionaryBytes;

    /// @param dictionaryBytes upper bound of a dictionary from a kind's first objects
    DictionaryTrainer(BodyCodec codec, int dictionaryBytes) {
        this.codec = codec;
        this.dictionaryBytes = dictionaryBytes;
    }

    /// Trains from about a megabyte of the first objects, spread over all of them: more takes longer without a
    /// benefit. Large objects may all be needed.
    ///
    /// @param bytes of all of them
    /// @return whether there is a new dictionary
    boolean trainFromFirst(List<KubeObject> first, int bytes) {
        int apart = Math.clamp(bytes >> 20, 1, Math.max(1, first.size() / MIN_SAMPLES));
        List<byte[]> samples = new ArrayList<>();
        for (int i = 0; i < first.size(); i += apart) {
            samples.add(first.get(i).bytes());
        }
        return train(samples, dictionaryBytes, Effort.QUICK);
    }

    /// Trains from samples of all objects of a kind.
    ///
    /// @return whether there is a new dictionary
    boolean trainFromAll(List<KubeObject> all) {
        int count = Math.min(all.size(), MANY_SAMPLES);
        List<byte[]> samples = new ArrayList<>(count);
        int bytes = 0;
        for (int i = 0; i < count && bytes < MANY_SAMPLE_BYTES; i++) {
            KubeObject sample = all.get((int) ((long) all.size() * i / count));
            int length = sample.contentBytes();
            if (length <= BodyPacking.LARGE_BODY) {
                samples.add(sample.bytes());
                bytes += length;
            }
        }
        return train(samples, Math.max(dictionaryBytes, LARGE_DICTIONARY), Effort.THOROUGH);
    }

    private boolean train(List<byte[]> samples, int maxBytes, Effort effort) {
        int[] lengths = samples.stream()
                .mapToInt(s -> BodyCodec.unpackedLength(s, PackedHead.length(s)))
                .toArray();
        int total = Arrays.stream(lengths).sum();
        int size = Math.min(maxBytes, total / SAMPLES_TO_DICTIONARY);
        if (samples.size() < MIN_SAMPLES
                || size < SMALLEST
                || codec.dictionaries().count() >= BodyDictionaries.MAX) {
            return false;
        }
        TRAINING.acquireUninterruptibly();
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer bodies = arena.allocate(total).asByteBuffer();
            for (byte[] sample : samples) {
                codec.copyBody(sample, bodies);
            }
            ByteBuffer dictionary = arena.allocate(size).asByteBuffer();
            long length = Zstd.trainFromBufferDirect(bodies, lengths, dictionary);
            if (Zstd.isError(length)) {
                return false;
            }
            byte[] trained = new byte[(int) length];
            dictionary.get(trained);
            return codec.dictionaries().add(trained, effort);
        } catch (ZstdException e) {
            return false; // too few
        } finally {
            TRAINING.release();
        }
    }
}
