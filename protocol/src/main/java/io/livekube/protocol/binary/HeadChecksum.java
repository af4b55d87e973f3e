package io.livekube.protocol.binary;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/// Checksum of the head, in the four bytes after it; the frame has zstd's own.
final class HeadChecksum {
    static final int BYTES = 4;

    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private HeadChecksum() {}

    /// The low half of XXH3-64 (seed 0), little-endian.
    static byte[] of(byte[] bytes, int from, int length) {
        long hash = XXH3.hashBytesToLong(bytes, from, length);
        return new byte[] {(byte) hash, (byte) (hash >>> 8), (byte) (hash >>> 16), (byte) (hash >>> 24)};
    }
}
