package io.livekube.core.queue;

import java.time.Duration;
import java.util.Optional;

/// A reconciler threw.
///
/// @param queue the name of the controller's queue
/// @param key what it worked on
/// @param retries how often the key was retried before
/// @param retryIn when it is retried; empty if the queue is draining or closed, so that it is not
/// @param cause what it threw
public record ReconcileFailure<K>(String queue, K key, int retries, Optional<Duration> retryIn, Throwable cause) {

    @Override
    public String toString() {
        return "controller " + queue + ": " + key + " failed after " + retries + " retries, "
                + retryIn.map(delay -> "next try in " + delay.toMillis() + " ms")
                        .orElse("not retried: stopping")
                + ": " + cause;
    }
}
