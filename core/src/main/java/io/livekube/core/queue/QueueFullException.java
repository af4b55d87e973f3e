package io.livekube.core.queue;

/// A key was refused because the queue is full; adding it again later can succeed.
public final class QueueFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    QueueFullException(String queue, Object key, int limit) {
        super("queue " + queue + ": refused key " + key + ", it holds " + limit
                + " keys already (maxKeys); add it again later, add workers, or raise maxKeys");
    }
}
