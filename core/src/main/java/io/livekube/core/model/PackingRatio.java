package io.livekube.core.model;

/// How well bodies pack now, compared with just after the dictionary was trained.
final class PackingRatio {
    /// So many bodies make a ratio worth believing.
    private static final int WINDOW = 1000;

    private double first;
    private long raw;
    private long packed;
    private int seen;

    void restart() {
        first = 0;
        raw = 0;
        packed = 0;
        seen = 0;
    }

    void record(int rawBytes, int packedBytes) {
        raw += rawBytes;
        packed += packedBytes;
        seen++;
    }

    /// Looks once a window whether packed bodies have grown by `factor`, relative to their raw size.
    boolean worseThanAtFirst(double factor) {
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
        return now > first * factor;
    }
}
