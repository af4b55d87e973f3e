package io.livekube.core.handler;

/// Registration of a handler at an informer; closing it ends its calls after the one that is running.
public interface HandlerRegistration extends AutoCloseable {
    HandlerStats stats();

    @Override
    void close();
}
