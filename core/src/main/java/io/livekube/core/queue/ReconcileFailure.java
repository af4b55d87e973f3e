package io.livekube.core.queue;

import java.time.Duration;
import java.util.Optional;

/// Exception of a reconciler.
///
/// @param queue the name of the controller's queue
/// @param key the key that it worked on
/// @param retries retries of the key before
/// @param retryIn time until the next retry; empty if there is none, because the queue is draining or closed
/// @param cause the exception
public record ReconcileFailure<K>(String queue, K key, int retries, Optional<Duration> retryIn, Throwable cause) {

    @Override
    public String toString() {
        return "controller " + queue + ": " + key + " failed after " + retries + " retries, "
                + retryIn.map(delay -> "next try in " + delay.toMillis() + " ms")
                        .orElse("not retried: stopping")
                + ": " + cause;
    }
}
