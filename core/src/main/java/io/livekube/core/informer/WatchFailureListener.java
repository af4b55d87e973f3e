package io.livekube.core.informer;

/// Listener for failed LISTs and WATCHes, called on the thread that follows the collection.
///
/// A watch that ends at its timeout, or is reopened after a silence, has not failed. The collection is not
/// followed until the listener returns; its exceptions are logged and have no effect.
@FunctionalInterface
public interface WatchFailureListener {
    void watchFailed(WatchFailure failure);
}
