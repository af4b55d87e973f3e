package io.livekube.core.queue;

/// Reconciler: brings the actual state closer to the desired one for a key, from the latest state rather than
/// from a change.
///
/// It may be called at any time, and again with nothing to do; never for one key by two threads at once.
@FunctionalInterface
public interface Reconciler<K> {

    /// Exceptions go to the [ReconcileFailureListener], and the key is retried when the rate limit allows.
    ReconcileResult reconcile(K key) throws Exception;
}
