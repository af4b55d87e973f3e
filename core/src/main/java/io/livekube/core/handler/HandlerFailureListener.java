package io.livekube.core.handler;

import io.livekube.core.model.ObjectKey;

/// Is told of everything that a handler throws. The handler goes on with the next change.
public interface HandlerFailureListener {
    void handlerFailed(String handler, ObjectKey key, Throwable failure);
}
