package io.livekube.core.kube;

import io.livekube.core.watch.Failure;

/// A request to the API server failed, in a way that [Failure] describes.
public final class RequestFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    RequestFailedException(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    public Failure failure() {
        return failure;
    }
}
