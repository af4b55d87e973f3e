package io.livekube.core.handler;

import io.livekube.core.model.ObjectKey;

/// Listener for exceptions of handlers. The handler continues with the next change.
public interface HandlerFailureListener {
    void handlerFailed(String handler, ObjectKey key, Throwable failure);
}
