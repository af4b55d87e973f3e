package io.livekube.simulator.api;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/// One request and its response, used by a virtual thread: a write blocks until the socket has accepted it.
final class ApiExchange {
    /// The client closed the connection while a response was being written.
    static final class ClientGoneException extends RuntimeException {
        ClientGoneException(Throwable cause) {
            super("the client closed the connection", cause);
        }
    }

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final QueryParameters query;
    private final byte[] body;

    ApiExchange(HttpServerRequest request, byte[] body) {
        this.request = request;
        this.response = request.response();
        this.query = QueryParameters.parse(Optional.ofNullable(request.query()).orElse(""));
        this.body = body;
    }

    String method() {
        return request.method().name();
    }

    String path() {
        return Optional.ofNullable(request.path()).orElse("/");
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeader(name));
    }

    /// A query parameter; as on the real server, an empty one counts as absent.
    Optional<String> parameter(String name) {
        return query.all(name).stream().findFirst().filter(value -> !value.isEmpty());
    }

    /// All values of a query parameter that may be repeated.
    List<String> parameters(String name) {
        return query.all(name);
    }

    /// A boolean parameter: true if present and neither `false` nor `0`.
    boolean flag(String name) {
        return query.all(name).stream()
                .findFirst()
                .filter(value -> !value.equalsIgnoreCase("false") && !value.equals("0"))
                .isPresent();
    }

    byte[] body() {
        return body;
    }

    boolean closed() {
        return response.closed();
    }

    void onClose(Runnable action) {
        response.closeHandler(nothing -> action.run());
        response.exceptionHandler(error -> action.run());
        if (response.closed()) {
            action.run();
        }
    }

    /// Sends a whole response.
    void send(int code, String contentType, byte[] content) {
        await(() -> head(code, contentType)
                .putHeader("Content-Length", Integer.toString(content.length))
                .end(Buffer.buffer(content)));
    }

    /// Begins a response of unknown length; returns when the head has been sent.
    void begin(int code, String contentType) {
        await(() -> head(code, contentType).setChunked(true).writeHead());
    }

    void write(byte[] bytes, int length) {
        await(() -> response.write(Buffer.buffer(length).appendBytes(bytes, 0, length)));
    }

    void end() {
        await(() -> response.end());
    }

    void setHeader(String name, String value) {
        response.putHeader(name, value);
    }

    /// Closes the connection, so that the client does not mistake a partial response for a complete one.
    void abort() {
        request.connection().close();
    }

    boolean begun() {
        return response.headWritten();
    }

    private HttpServerResponse head(int code, String contentType) {
        return response.setStatusCode(code)
                .putHeader("Cache-Control", "no-cache, private")
                .putHeader("Content-Type", contentType);
    }

    /// Performs an operation on the response and waits for it; fails if the connection is or gets closed.
    private void await(Supplier<Future<Void>> action) {
        try {
            action.get().toCompletionStage().toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw new ClientGoneException(e);
        } catch (IllegalStateException | RejectedExecutionException e) {
            if (!response.closed()) {
                throw e;
            }
            throw new ClientGoneException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClientGoneException(e);
        }
    }
}
