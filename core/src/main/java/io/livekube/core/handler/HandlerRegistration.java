package io.livekube.core.handler;

/// Registration of a handler with an informer; after closing it, no further calls start.
public interface HandlerRegistration extends AutoCloseable {
    HandlerStats stats();

    @Override
    void close();
}
