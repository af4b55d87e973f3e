package io.livekube.agent.sync;

/// Size of the batches that an uplink sends: as configured, smaller after a batch that turned out too large,
/// and never more than the proxies on the way to the hub accept.
///
/// A body size that a proxy has refused is never tried again. A size that got no answer in time twice is
/// halved, since a slow link would never transmit it, and grows back while answers arrive.
final class BatchSize {
    /// Largest body that passes proxies with their default limit.
    static final int DEFAULT_BODY_BYTES = 1 << 20;

    private static final int MIN_BYTES = 1024;
    private static final int MIN_BYTES_FOR_SLOW_LINKS = 16 * 1024;
    private static final int TIMEOUTS_TO_SHRINK = 2;
    private static final int ANSWERS_TO_GROW = 20;

    private final int configuredBytes;
    private final int configuredObjects;
    private int bytes;
    private int objects;

    private int acceptedBody = DEFAULT_BODY_BYTES;
    private int bodyBytes = DEFAULT_BODY_BYTES;
    private int timeouts;
    private int answers;

    BatchSize(int bytes, int objects) {
        this.configuredBytes = bytes;
        this.configuredObjects = objects;
        this.bytes = bytes;
        this.objects = objects;
    }

    /// How much to put into a batch, as an estimate of its encoded size.
    int bytes() {
        return bytes;
    }

    /// How many objects and edits to put into a batch.
    int objects() {
        return objects;
    }

    /// The largest body that a batch should have once it is encoded.
    int bodyBytes() {
        return bodyBytes;
    }

    /// Halves the size of the next batch, because the composed one is too large. False if that is not possible.
    boolean shrink() {
        int half = Math.max(MIN_BYTES, bytes / 2);
        int fewer = Math.max(1, objects / 2);
        boolean smaller = half != bytes || fewer != objects;
        bytes = half;
        objects = fewer;
        return smaller;
    }

    /// The batch is complete: the next one has its full size again.
    void reset() {
        bytes = configuredBytes;
        objects = configuredObjects;
    }

    /// A body of this size was refused as too large.
    void refused(int body) {
        acceptedBody = Math.max(MIN_BYTES, Math.min(acceptedBody, body / 4 * 3));
        bodyBytes = Math.min(bodyBytes, acceptedBody);
    }

    /// A body of this size got no answer in time. True if a smaller one should be sent instead of it.
    boolean timedOut(int body) {
        answers = 0;
        if (++timeouts < TIMEOUTS_TO_SHRINK || body <= MIN_BYTES_FOR_SLOW_LINKS) {
            return false;
        }
        timeouts = 0;
        bodyBytes = Math.max(MIN_BYTES_FOR_SLOW_LINKS, Math.min(bodyBytes, body / 2));
        return true;
    }

    /// A body got its answer.
    void answered() {
        timeouts = 0;
        if (bodyBytes < acceptedBody && ++answers >= ANSWERS_TO_GROW) {
            answers = 0;
            bodyBytes = Math.min(acceptedBody, bodyBytes * 2);
        }
    }
}
