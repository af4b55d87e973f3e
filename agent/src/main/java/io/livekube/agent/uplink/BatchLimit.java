package io.livekube.agent.uplink;

/// How large a batch should be: what passes every proxy, or less where that is too much for the way to the
/// hub.
///
/// A size that something refused is never tried again. A size that twice got no answer in time is halved,
/// since a slow link would never carry it, and grows back while answers come.
final class BatchLimit {
    /// What passes proxies with the usual limit for a body.
    static final int USUAL = 1 << 20;

    private static final int LEAST = 1024;
    private static final int LEAST_FOR_SLOW_LINKS = 16 * 1024;
    private static final int PATIENCE = 2;
    private static final int ANSWERS_TO_GROW = 20;

    private int accepted = USUAL;
    private int bytes = USUAL;
    private int slow;
    private int answers;

    /// What a batch should not exceed.
    int bytes() {
        return bytes;
    }

    /// A body of this size was refused for it.
    void refused(int size) {
        accepted = Math.max(LEAST, Math.min(accepted, size / 4 * 3));
        bytes = Math.min(bytes, accepted);
    }

    /// A body of this size got no answer in time; tells whether a smaller one should be sent instead of it.
    boolean tooSlow(int size) {
        answers = 0;
        if (++slow < PATIENCE || size <= LEAST_FOR_SLOW_LINKS) {
            return false;
        }
        slow = 0;
        bytes = Math.max(LEAST_FOR_SLOW_LINKS, Math.min(bytes, size / 2));
        return true;
    }

    /// A body got its answer.
    void answered() {
        slow = 0;
        if (bytes < accepted && ++answers >= ANSWERS_TO_GROW) {
            answers = 0;
            bytes = Math.min(accepted, bytes * 2);
        }
    }
}
