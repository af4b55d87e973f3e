package io.livekube.hub.transport;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.function.IntConsumer;

/// Rejects a request before it has arrived completely.
///
/// A client that is disconnected in the middle of its body may never read the response. So the rest of the body
/// is discarded for up to five seconds before the connection is closed.
final class EarlyRejection {
    private static final long LINGER_MS = 5_000;

    /// HTTP/2 error code: the response is complete although the request is not.
    private static final long NO_ERROR = 0;

    private final Vertx vertx;
    private final HttpLimits limits;
    private final ErrorFormat unknownPath;
    private final IntConsumer observer;

    /// @param unknownPath format of errors for requests whose path was too long to be read
    /// @param observer receives the status of each rejection
    EarlyRejection(Vertx vertx, HttpLimits limits, ErrorFormat unknownPath, IntConsumer observer) {
        this.vertx = vertx;
        this.limits = limits;
        this.unknownPath = unknownPath;
        this.observer = observer;
    }

    void refuse(HttpServerRequest request, HttpProblem problem, ErrorFormat format) {
        if (request.response().ended()) {
            return;
        }
        observer.accept(problem.status());
        if (request.isEnded() || !hasBody(request)) {
            ResponseHead.send(request.response(), problem, format);
            return;
        }
        request.handler(dropped -> {});
        request.exceptionHandler(gone -> {});
        if (request.version() == HttpVersion.HTTP_2) {
            ResponseHead.send(request.response(), problem, format)
                    .onSuccess(sent -> request.response().reset(NO_ERROR)); // stops the rest of the body
            return;
        }
        long linger = vertx.setTimer(LINGER_MS, fired -> request.connection().close());
        request.exceptionHandler(gone -> vertx.cancelTimer(linger));
        request.endHandler(end -> {
            vertx.cancelTimer(linger);
            request.connection().close();
        });
        request.response().putHeader("Connection", "close");
        ResponseHead.send(request.response(), problem, format);
    }

    /// Rejects requests that are not HTTP or whose headers are too large.
    void invalid(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        HttpProblem problem;
        ErrorFormat format = ErrorFormat.PLAIN;
        if (cause instanceof TooLongHttpLineException) {
            problem = limits.requests().lineTooLong();
            // The path is unknown. Overlong requests are usually lists of Kubernetes clients with selectors or tokens.
            format = unknownPath;
        } else if (cause instanceof TooLongHttpHeaderException) {
            problem = HttpProblem.of(
                    431,
                    "Request headers too large: limit is %,d bytes in total."
                            .formatted(limits.requests().headerBytes()));
        } else {
            problem = HttpProblem.of(400, "Malformed HTTP request.");
        }
        observer.accept(problem.status());
        request.response().putHeader("Connection", "close");
        ResponseHead.send(request.response(), problem, format)
                .onComplete(done -> request.connection().close());
    }

    private static boolean hasBody(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        return request.getHeader("Transfer-Encoding") != null
                || (length != null && !length.strip().equals("0"));
    }
}
