package io.livekube.hub.transport;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;

/// Status and headers common to all responses.
public final class ResponseHead {
    public static final String JSON = "application/json";

    private static final CharSequence NOT_KEPT = HttpHeaders.createOptimized("no-cache, private");
    private static final CharSequence TYPE_OPTIONS = HttpHeaders.createOptimized("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");

    private ResponseHead() {}

    /// Sends an error as JSON.
    static Future<Void> send(HttpServerResponse response, HttpProblem problem, ErrorFormat format) {
        head(response, problem.status(), JSON);
        MultiMap headers = response.headers();
        problem.retryAfter().ifPresent(after -> headers.set("Retry-After", seconds(after)));
        problem.allow().ifPresent(allow -> headers.set("Allow", allow));
        if (problem.status() == 401) {
            headers.set("WWW-Authenticate", "Bearer realm=\"livekube\"");
        }
        byte[] body = format.body(problem);
        headers.set("Content-Length", Integer.toString(body.length));
        return response.end(Buffer.buffer(body));
    }

    static HttpServerResponse head(HttpServerResponse response, int status, String contentType) {
        return response.setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, contentType)
                .putHeader(HttpHeaders.CACHE_CONTROL, NOT_KEPT)
                .putHeader(TYPE_OPTIONS, NO_SNIFF);
    }

    /// Whole seconds, at least one, as `Retry-After` requires.
    public static String seconds(Duration after) {
        return Long.toString(Math.max(1, after.plusMillis(999).toSeconds()));
    }
}
