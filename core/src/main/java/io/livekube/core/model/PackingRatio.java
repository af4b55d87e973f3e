package io.livekube.core.model;

/// How well bodies pack now, compared with the first ones after a dictionary was trained.
final class PackingRatio {
    /// Growth of packed bodies that makes a dictionary outdated.
    private static final double OUTDATED = 1.6;

    /// Bodies that make a ratio meaningful.
    private static final int WINDOW = 1000;

    private double first;
    private long raw;
    private long packed;
    private int seen;

    /// Counts a body. Looks once per window whether packed bodies have outgrown the dictionary.
    boolean outdated(int rawBytes, int packedBytes) {
        raw += rawBytes;
        packed += packedBytes;
        seen++;
        if (seen < WINDOW) {
            return false;
        }
        double now = (double) packed / raw;
        raw = 0;
        packed = 0;
        seen = 0;
        if (first == 0) {
            first = now;
            return false;
        }
        return now > first * OUTDATED;
    }
}
