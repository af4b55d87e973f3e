package io.livekube.simulator.api;

import io.livekube.simulator.store.ApiException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.ExecutorService;

/// Moves requests from the event loop to virtual threads, one each, and bounds their bodies.
final class RequestDispatcher {
    /// The limit of the real server.
    static final int MAX_BODY = 3 << 20;

    private final ApiServer api;
    private final ExecutorService threads;
    private final ConnectionLimiter connections;

    RequestDispatcher(ApiServer api, ExecutorService threads, ConnectionLimiter connections) {
        this.api = api;
        this.threads = threads;
        this.connections = connections;
    }

    void accept(HttpServerRequest request) {
        request.response().endHandler(end -> connections.waiting(request.connection()));
        switch (request.method().name()) {
            case "GET", "HEAD" -> start(request, new byte[0]);
            default -> readBody(request);
        }
    }

    private void readBody(HttpServerRequest request) {
        if (announced(request) > MAX_BODY) {
            refuse(request);
            return;
        }
        connections.waiting(request.connection());
        Buffer body = Buffer.buffer();
        boolean[] refused = new boolean[1];
        request.handler(chunk -> {
            if (refused[0]) {
                return;
            }
            if (body.length() + chunk.length() > MAX_BODY) {
                refused[0] = true;
                refuse(request);
                return;
            }
            body.appendBuffer(chunk);
        });
        request.endHandler(end -> {
            if (!refused[0]) {
                start(request, body.getBytes());
            }
        });
    }

    /// The declared content length, which the parser has validated; 0 if there is none.
    private static long announced(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private void refuse(HttpServerRequest request) {
        ApiExchange exchange = new ApiExchange(request, new byte[0]);
        ApiException tooLarge =
                new ApiException(413, "RequestEntityTooLarge", "Request entity too large: limit is " + MAX_BODY);
        threads.execute(() -> api.refuse(exchange, tooLarge));
    }

    private void start(HttpServerRequest request, byte[] body) {
        connections.answering(request.connection());
        ApiExchange exchange = new ApiExchange(request, body);
        threads.execute(() -> api.handle(exchange));
    }
}
