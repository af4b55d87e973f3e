package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import java.io.IOException;
import java.net.SocketTimeoutException;

/// A request to the API server failed, as described by a [RequestFailure].
public final class RequestFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient RequestFailure failure;

    public RequestFailedException(RequestFailure failure) {
        super(failure.message());
        this.failure = failure;
    }

    /// A response could not be read to its end.
    ///
    /// @param what the subject of the message
    public static RequestFailedException endedEarly(String what, IOException e) {
        String message = what + " ended early: " + RequestFailure.describe(e);
        return new RequestFailedException(
                e instanceof SocketTimeoutException
                        ? new RequestFailure.TimedOut(message)
                        : new RequestFailure.Transient(message));
    }

    public RequestFailure failure() {
        return failure;
    }
}
