package io.livekube.core.http;

import io.livekube.core.RequestFailure;

/// A request to the API server failed, as described by a [RequestFailure].
public final class RequestFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient RequestFailure failure;

    public RequestFailedException(RequestFailure failure) {
        super(failure.message());
        this.failure = failure;
    }

    public RequestFailure failure() {
        return failure;
    }
}
