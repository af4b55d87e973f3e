package io.livekube.core.store;

/// Size of a store in memory.
///
/// @param objects number of objects
/// @param bodyBytes the stored bodies, exactly
/// @param overheadBytes everything around them, estimated: heads (names, labels, owners, fields), Java headers, trees
///     and indexes, but not the namespaces and symbols that objects share
public record StoreFootprint(int objects, long bodyBytes, long overheadBytes) {
    /// A [io.livekube.core.model.KubeObject] (40) and its array's header and padding (20).
    static final int PER_OBJECT = 60;

    public long totalBytes() {
        return bodyBytes + overheadBytes;
    }
}
