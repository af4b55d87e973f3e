package io.livekube.core.model;

import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Zstd dictionaries of one kind's bodies: the newest one packs, each of them unpacks.
///
/// For any number of threads, and for any number of [ObjectFormat]s of the same kind: formats that share them pack with
/// a dictionary that one of them has trained. The part that unpacks is kept for good, since any object may need it; the
/// part that packs, which is several times as large, only until there is a newer one. The collector frees their native
/// memory.
public final class BodyDictionaries {
    /// How much zstd tries when it packs with a dictionary.
    enum Effort {
        /// For new objects. Bodies get some percent larger than with the other, but the tables are small: they are
        /// still in the processor's cache when the next object arrives, or soon again.
        QUICK(1, 128 * 1024),
        /// For objects that are packed again in the background, with all that follow, and for bodies without a
        /// dictionary.
        THOROUGH(3, 384 * 1024);

        final int level;
        /// Upper bound of the tables for packing, in bytes.
        private final int tables;

        Effort(int level, int tables) {
            this.level = level;
            this.tables = tables;
        }
    }

    /// As many as the form byte of a packed body can number.
    static final int MAX = 250;

    /// Tables that zstd builds for unpacking, in bytes.
    private static final int UNPACKING_TABLES = 28 * 1024;

    /// Tables for packing are small for small dictionaries.
    private static final int PACKING_TABLES_PER_BYTE = 24;

    /// @param newest packs, with the last of `all`
    /// @param nativeBytes of all of them, estimated
    record State(List<ZstdDictDecompress> all, @Nullable ZstdDictCompress newest, int nativeBytes) {}

    private volatile State state = new State(List.of(), null, 0);
    private int unpackingBytes;

    State state() {
        return state;
    }

    int count() {
        return state.all().size();
    }

    ZstdDictDecompress get(int number) {
        return state.all().get(number);
    }

    /// Packs with a new dictionary from now on.
    ///
    /// @return false if there are too many already
    synchronized boolean add(byte[] trained, Effort effort) {
        if (count() >= MAX) {
            return false;
        }
        var all = new ArrayList<>(state.all());
        all.add(new ZstdDictDecompress(trained));
        unpackingBytes += trained.length + UNPACKING_TABLES;
        int packingBytes = trained.length + Math.min(PACKING_TABLES_PER_BYTE * trained.length, effort.tables);
        state = new State(List.copyOf(all), new ZstdDictCompress(trained, effort.level), unpackingBytes + packingBytes);
        return true;
    }
}
