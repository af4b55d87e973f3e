package io.livekube.core;

import java.time.Duration;

/// Why a request failed, by what it means for going on.
public sealed interface RequestFailure {
    /// An exception in words, for messages.
    static String describe(Throwable error) {
        String message = error.getMessage();
        return message == null ? error.getClass().getSimpleName() : message;
    }

    /// In words, for the report.
    String message();

    /// 410: the version or continue token is no longer known.
    record Expired(String message) implements RequestFailure {}

    /// 504 with cause ResourceVersionTooLarge: the server is behind the version asked for.
    record TooLarge(String message) implements RequestFailure {}

    /// 429, or 503 with Retry-After: come back later, with the same question.
    record Throttled(Duration retryAfter, String message) implements RequestFailure {}

    /// The answer did not come, or stopped coming, in time.
    record TimedOut(String message) implements RequestFailure {}

    /// Anything transient: 5xx, refused, reset, DNS, TLS, a body that broke off.
    record Transient(String message) implements RequestFailure {}

    /// 401, or no handshake with our certificate: the credentials are not, or no longer, accepted.
    record Unauthorized(String message) implements RequestFailure {}

    /// There were no credentials to ask with, so nothing was asked.
    record NoCredentials(String message) implements RequestFailure {}

    /// 403: may not list or watch this.
    record Forbidden(String message) implements RequestFailure {}

    /// 404 or 405: the server does not have this resource.
    record NotServed(String message) implements RequestFailure {}

    /// 400, 406, 422: the server does not understand the question.
    record Rejected(String message) implements RequestFailure {}

    /// Not the server's fault but that of the code here, ours or what it calls: nothing more is asked.
    record Defect(Throwable cause) implements RequestFailure {
        @Override
        public String message() {
            return cause.toString();
        }
    }
}
