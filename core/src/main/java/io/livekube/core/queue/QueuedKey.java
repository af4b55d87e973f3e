package io.livekube.core.queue;

/// Entry of a queue for one key.
final class QueuedKey<K> {
    static final long NO_TIMER = -1;

    enum Phase {
        /// At most a timer.
        IDLE,
        /// Due, and waiting for a worker.
        QUEUED,
        /// Being processed by a worker.
        RUNNING,
        /// Being processed by a worker, and queued again when the worker is done.
        RUNNING_AGAIN
    }

    final K key;
    Phase phase = Phase.IDLE;
    /// When the key became due, in phase QUEUED and RUNNING_AGAIN.
    long dueSince;
    /// When the worker took it, in phase RUNNING and RUNNING_AGAIN.
    long takenAt;
    /// When the timer ends, or NO_TIMER; its number breaks ties. Changed by [KeyTimers] only.
    long timer = NO_TIMER;

    long timerNumber;

    QueuedKey(K key) {
        this.key = key;
    }

    boolean running() {
        return phase == Phase.RUNNING || phase == Phase.RUNNING_AGAIN;
    }

    boolean vacant() {
        return phase == Phase.IDLE && timer == NO_TIMER;
    }
}
