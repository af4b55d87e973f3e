package io.livekube.core.queue;

import org.slf4j.LoggerFactory;

/// Listener for exceptions of a reconciler, called on the worker's thread, before the key is given back.
@FunctionalInterface
public interface ReconcileFailureListener<K> {

    void failed(ReconcileFailure<K> failure);

    /// One warning with the stack trace for each failure, in the controller's log.
    static <K> ReconcileFailureListener<K> logging() {
        return failure -> LoggerFactory.getLogger(Controller.class).warn("{}", failure, failure.cause());
    }
}
