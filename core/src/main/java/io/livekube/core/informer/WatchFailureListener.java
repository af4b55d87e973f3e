package io.livekube.core.informer;

/// Is told of every LIST and WATCH that fails, on the thread that follows the collection.
///
/// A watch that ends as the server said it would, or that is opened anew after a silence, has not failed. The
/// collection is not followed on before the listener returns; what it throws is logged and has no effect.
@FunctionalInterface
public interface WatchFailureListener {
    void watchFailed(WatchFailure failure);
}
