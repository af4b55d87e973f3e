package io.livekube.core.queue;

/// Brings the world closer to what is wanted for one key, from the latest state rather than from a change.
///
/// It may be called at any time, and again with nothing to do; never for one key by two threads at once.
@FunctionalInterface
public interface Reconciler<K> {

    /// Whatever it throws is reported to the [ReconcileFailureListener], and the key is retried when the rate limit
    /// allows.
    ReconcileResult reconcile(K key) throws Exception;
}
