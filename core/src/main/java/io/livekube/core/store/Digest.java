package io.livekube.core.store;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.core.model.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// Digest of a set of objects, in 256 buckets: equal digests prove equal keys, versions and contents.
///
/// The same on every machine and in every version, and independent of the order of changes. With `h` for XXH3-64 (seed
/// 0) and `k = h(utf8(namespace + "/" + name))`, where the namespace of a cluster-scoped object is empty:
///
/// - an object belongs to the bucket in the top eight bits of `k`;
/// - it adds `h(k, resourceVersion, contentHash)` to it, three little-endian 64-bit words, wrapping around.
///
/// Immutable; a change copies 16 of the 256 sums.
public final class Digest {
    public static final int BUCKETS = 256;

    private static final int ROW = 16;
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    /// The digest of no objects.
    public static final Digest EMPTY = of(new long[BUCKETS]);

    private final long[][] rows;

    private Digest(long[][] rows) {
        this.rows = rows;
    }

    /// A digest that was received, as [#buckets] returned it on the other side.
    public static Digest of(long[] buckets) {
        if (buckets.length != BUCKETS) {
            throw new IllegalArgumentException("a digest has %d buckets, got %d".formatted(BUCKETS, buckets.length));
        }
        long[][] rows = new long[BUCKETS / ROW][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(buckets, i * ROW, (i + 1) * ROW);
        }
        return new Digest(rows);
    }

    /// The digest of these objects, from scratch.
    public static Digest of(Iterable<KubeObject> objects) {
        long[] buckets = new long[BUCKETS];
        for (KubeObject object : objects) {
            add(buckets, object);
        }
        return of(buckets);
    }

    /// The bucket that the object of this name belongs to.
    public static int bucketOf(String namespace, String name) {
        return bucketOf(keyHash(namespace, name));
    }

    public long bucket(int number) {
        return rows[number / ROW][number % ROW];
    }

    /// All sums, by bucket number.
    public long[] buckets() {
        long[] buckets = new long[BUCKETS];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, buckets, i * ROW, ROW);
        }
        return buckets;
    }

    /// The sum of all buckets, for a quick comparison.
    public long total() {
        long total = 0;
        for (long[] row : rows) {
            for (long sum : row) {
                total += sum;
            }
        }
        return total;
    }

    Digest plus(KubeObject object) {
        long key = keyHash(object.namespace(), object.name());
        return shifted(bucketOf(key), term(key, object));
    }

    Digest minus(KubeObject object) {
        long key = keyHash(object.namespace(), object.name());
        return shifted(bucketOf(key), -term(key, object));
    }

    /// `minus(old).plus(current)` for two versions under one name.
    Digest exchange(KubeObject old, KubeObject current) {
        long key = keyHash(current.namespace(), current.name());
        return shifted(bucketOf(key), term(key, current) - term(key, old));
    }

    static void add(long[] buckets, KubeObject object) {
        long key = keyHash(object.namespace(), object.name());
        buckets[bucketOf(key)] += term(key, object);
    }

    private Digest shifted(int bucket, long by) {
        long[][] next = rows.clone();
        long[] row = rows[bucket / ROW].clone();
        row[bucket % ROW] += by;
        next[bucket / ROW] = row;
        return new Digest(next);
    }

    private static long keyHash(String namespace, String name) {
        return XXH3.hashBytesToLong((namespace + "/" + name).getBytes(StandardCharsets.UTF_8));
    }

    private static int bucketOf(long keyHash) {
        return (int) (keyHash >>> 56);
    }

    private static long term(long keyHash, KubeObject object) {
        return XXH3.hashLongLongLongToLong(keyHash, object.resourceVersion(), object.contentHash());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Digest that && Arrays.deepEquals(rows, that.rows);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(total());
    }

    /// The total in hexadecimal.
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(total());
    }
}
