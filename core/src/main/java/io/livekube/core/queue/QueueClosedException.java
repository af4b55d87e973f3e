package io.livekube.core.queue;

/// A key was added to a queue that is draining or closed.
public final class QueueClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    QueueClosedException(String queue, Object key) {
        super("queue " + queue + ": refused key " + key
                + ", it is draining or closed; stop adding before drain() or close(), or use offer()");
    }
}
