package io.livekube.core.informer;

/// A handler's place at an informer; closing it ends its calls after the one that is running.
public interface Registration extends AutoCloseable {
    HandlerStats stats();

    @Override
    void close();
}
