package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import java.io.IOException;

/// A request was not sent, because there are no credentials for it.
final class NoCredentialsException extends IOException {
    private static final long serialVersionUID = 1L;

    NoCredentialsException(RuntimeException cause) {
        super("no credentials to send: " + RequestFailure.describe(cause), cause);
    }
}
