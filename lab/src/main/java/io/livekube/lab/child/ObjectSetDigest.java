package io.livekube.lab.child;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// The lab's order-free digest of a set of objects: the sum of one mixed 64-bit hash for each
/// namespace/name/resourceVersion. The Go contestants compute the same (`lab/peers/child/digest.go`).
///
/// It detects accidental differences, not forged ones.
public final class ObjectSetDigest {
    private int count;
    private long sum;

    public void add(String namespace, String name, String resourceVersion) {
        long h = 0xcbf29ce484222325L;
        h = fnv(h, namespace);
        h = fnv(h, "/");
        h = fnv(h, name);
        h = fnv(h, "/");
        h = fnv(h, resourceVersion);
        h ^= h >>> 33;
        h *= 0xff51afd7ed558ccdL;
        h ^= h >>> 33;
        h *= 0xc4ceb9fe1a85ec53L;
        h ^= h >>> 33;
        sum += h;
        count++;
    }

    public int count() {
        return count;
    }

    public String hex() {
        return String.format("%016x", sum);
    }

    /// The digest as the fields of an event.
    public ObjectNode fields() {
        return Child.fields().put("count", count).put("digest", hex());
    }

    private static long fnv(long hash, String ascii) {
        long h = hash;
        for (int i = 0; i < ascii.length(); i++) {
            h = (h ^ ascii.charAt(i)) * 0x100000001b3L;
        }
        return h;
    }
}
