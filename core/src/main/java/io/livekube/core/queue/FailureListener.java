package io.livekube.core.queue;

import org.slf4j.LoggerFactory;

/// Hears of every exception that a reconciler throws, on the worker's thread, before the key is given back.
@FunctionalInterface
public interface FailureListener<K> {

    void failed(Failure<K> failure);

    /// One warning with the stack trace for each failure, in the controller's log.
    static <K> FailureListener<K> logging() {
        return failure -> LoggerFactory.getLogger(Controller.class).warn("{}", failure, failure.cause());
    }
}
