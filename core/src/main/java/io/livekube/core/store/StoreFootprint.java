package io.livekube.core.store;

/// What a store takes in memory.
///
/// @param objects how many objects it holds
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
