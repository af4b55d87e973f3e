package io.livekube.core;

import java.time.Duration;

/// Failed request, classified by the reaction: a retry, a LIST, a wait, or the end.
public sealed interface RequestFailure {
    /// Describes an exception, for messages.
    static String describe(Throwable error) {
        String message = error.getMessage();
        return message == null ? error.getClass().getSimpleName() : message;
    }

    /// Description for reports.
    String message();

    /// 410: the server no longer knows the version or continue token. The reflector's `ExpiredVersion`
    /// handles it.
    record Expired(String message) implements RequestFailure {}

    /// 504 with cause ResourceVersionTooLarge: the server is behind the requested version.
    record TooLarge(String message) implements RequestFailure {}

    /// 429, or 503 with Retry-After: repeat the same request later.
    record Throttled(Duration retryAfter, String message) implements RequestFailure {}

    /// The response did not arrive in time, or stopped.
    record TimedOut(String message) implements RequestFailure {}

    /// Anything transient: 5xx, connection refused or reset, DNS, TLS, a truncated body.
    record Transient(String message) implements RequestFailure {}

    /// 401, or a TLS handshake that failed because of our certificate: the credentials are not accepted (any more).
    record Unauthorized(String message) implements RequestFailure {}

    /// No credentials were available, so nothing was sent.
    record NoCredentials(String message) implements RequestFailure {}

    /// 403: not allowed to list or watch this.
    record Forbidden(String message) implements RequestFailure {}

    /// 404 or 405: the server does not have this resource.
    record NotServed(String message) implements RequestFailure {}

    /// 400, 406, 415, 422: the server does not accept the request.
    record Rejected(String message) implements RequestFailure {}

    /// A bug in this process, in our code or in code that it calls: no further requests are sent.
    record Defect(Throwable cause) implements RequestFailure {
        @Override
        public String message() {
            return cause.toString();
        }
    }
}
