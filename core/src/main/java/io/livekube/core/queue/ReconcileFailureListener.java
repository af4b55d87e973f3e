package io.livekube.core.queue;

import org.slf4j.LoggerFactory;

/// Hears of every exception that a reconciler throws, on the worker's thread, before the key is given back.
@FunctionalInterface
public interface ReconcileFailureListener<K> {

    void failed(ReconcileFailure<K> failure);

    /// One warning with the stack trace for each failure, in the controller's log.
    static <K> ReconcileFailureListener<K> logging() {
        return failure -> LoggerFactory.getLogger(Controller.class).warn("{}", failure, failure.cause());
    }
}
