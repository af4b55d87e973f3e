package io.livekube.core.queue;

import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Worker of a controller: takes keys until the queue is closed, and survives exceptions of reconciler
/// and listener.
record Worker<K>(WorkQueue<K> queue, Reconciler<K> reconciler, ReconcileFailureListener<K> listener)
        implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

    @Override
    public void run() {
        for (Optional<K> key = next(); key.isPresent(); key = next()) {
            work(key.get());
        }
    }

    /// An interrupt only means a stop if the queue is closed, and then `take` returns before it waits. Any
    /// other one was left behind by the reconciler, and must not end the worker.
    private Optional<K> next() {
        while (true) {
            try {
                return queue.take();
            } catch (InterruptedException leftover) {
                LOG.debug("controller {}: interrupt left behind by the reconciler", queue.name(), leftover);
            }
        }
    }

    /// The key is added again before it is returned, so it is still held and cannot be refused for lack of space.
    private void work(K key) {
        try {
            follow(key, reconciler.reconcile(key));
        } catch (Throwable cause) { // also errors: a failed assertion or a stack overflow affects only one key
            retry(key, cause);
        } finally {
            queue.done(key);
        }
    }

    private void follow(K key, ReconcileResult result) {
        switch (result) {
            case ReconcileResult.Done _ -> queue.forget(key);
            case ReconcileResult.RequeueAfter after -> {
                queue.forget(key);
                queue.offerAfter(key, after.delay());
            }
            case ReconcileResult.Requeue _ -> queue.offerRateLimited(key);
        }
    }

    private void retry(K key, Throwable cause) {
        int retries = queue.retries(key);
        Optional<Duration> retryIn = switch (queue.offerRateLimited(key)) {
            case Admission.Accepted accepted -> Optional.of(accepted.dueIn());
            case Admission.Full _, Admission.Closed _ -> Optional.empty();
        };
        ReconcileFailure<K> failure = new ReconcileFailure<>(queue.name(), key, retries, retryIn, cause);
        try {
            listener.failed(failure);
        } catch (Throwable second) {
            second.addSuppressed(cause);
            LOG.error("controller {}: the failure listener threw on: {}", queue.name(), failure, second);
        }
    }
}
