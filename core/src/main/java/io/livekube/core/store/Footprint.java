package io.livekube.core.store;

/// What a store takes in memory.
///
/// @param objects how many objects it holds
/// @param bodyBytes the stored bodies, exactly
/// @param overheadBytes everything around them, estimated: headers, names, trees and indexes, but not the labels,
/// owners
/// and field values, which objects share
public record Footprint(int objects, long bodyBytes, long overheadBytes) {
    /// A [io.livekube.core.model.KubeObject] (72), its name without the characters (44), fields (24) and body
    /// header (20).
    static final int PER_OBJECT = 160;

    public long totalBytes() {
        return bodyBytes + overheadBytes;
    }
}
