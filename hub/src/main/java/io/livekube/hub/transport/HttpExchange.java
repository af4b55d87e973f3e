package io.livekube.hub.transport;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.buffer.BufferInternal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request and its response, for a virtual thread that may block: writes return when the socket took
/// them.
public final class HttpExchange {
    /// The client went away, or does not read; whatever was being written is of no use to anyone.
    static final class ClientGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClientGoneException(Throwable cause) {
            super("the client closed the connection or does not read", cause);
        }
    }

    /// What may be on its way to the socket before somebody waits.
    private static final int SOON = 1 << 20;

    /// The same for a watch that shares its connection with others.
    private static final int WATCH_UNREAD = 128 << 10;

    private static final String BEARER = "Bearer ";

    private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);

    /// That an answer is not whole, as HTTP/2 says it.
    private static final long INTERNAL_ERROR = 0x2;

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final Duration patience;
    private final boolean waits;
    private final Context context;
    private final long arrived = System.nanoTime();
    private Future<Void> sent = Future.succeededFuture();
    private long onItsWay;

    /// @param patience how long one write may take
    HttpExchange(HttpServerRequest request, Duration patience) {
        this(request, patience, true);
    }

    /// For who answers on the event loop, and does not wait for the socket.
    static HttpExchange onEventLoop(HttpServerRequest request) {
        return new HttpExchange(request, Duration.ZERO, false);
    }

    private HttpExchange(HttpServerRequest request, Duration patience, boolean waits) {
        this.waits = waits;
        this.request = request;
        this.response = request.response();
        this.patience = patience;
        this.context = Objects.requireNonNull(Vertx.currentContext(), "requests come in on an event loop");
    }

    public String method() {
        return request.method().name();
    }

    /// The first value of a query parameter; an empty one counts as absent.
    public Optional<String> parameter(String name) {
        try {
            return Optional.ofNullable(request.getParam(name)).filter(value -> !value.isEmpty());
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "The query has a '%' that begins no escape.");
        }
    }

    /// All values of a query parameter, without empty ones.
    public List<String> parameters(String name) {
        try {
            return request.params().getAll(name).stream()
                    .filter(value -> !value.isEmpty())
                    .toList();
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "The query has a '%' that begins no escape.");
        }
    }

    /// A query parameter that is true or false, and false if it is absent.
    public boolean flag(String name) {
        return switch (parameter(name).orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw HttpProblem.of(400, "The parameter %s is true or false.".formatted(name));
        };
    }

    /// Does something as soon as the client goes away, unless it has the whole answer by then. To be
    /// followed by a look at [#closed]: it may be gone already.
    public void onClose(Runnable action) {
        response.closeHandler(gone -> action.run());
    }

    /// Address of the client, as "from 127.0.0.1".
    public String from() {
        return "from " + address();
    }

    /// IP address of the client.
    public String address() {
        return String.valueOf(request.remoteAddress().hostAddress());
    }

    public Optional<String> bearerToken() {
        return header("Authorization")
                .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(value -> value.substring(BEARER.length()).strip())
                .filter(token -> !token.isEmpty());
    }

    @Override
    public String toString() {
        return method() + " " + request.path();
    }

    /// The objects that the request is about: the same for all who ask for the same.
    public String scope() {
        return "%s?%s&%s"
                .formatted(
                        request.path(),
                        parameter("labelSelector").orElse(""),
                        parameter("fieldSelector").orElse(""));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeader(name));
    }

    /// When its work began, as [System#nanoTime] gives it.
    public long arrived() {
        return arrived;
    }

    public boolean closed() {
        return response.closed();
    }

    boolean begun() {
        return response.headWritten();
    }

    public void setHeader(CharSequence name, CharSequence value) {
        response.putHeader(name, value);
    }

    public void send(int status, String contentType, byte[] content) {
        await(() -> ResponseHead.head(response, status, contentType)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length))
                .end(BufferInternal.buffer(Unpooled.wrappedBuffer(content))));
    }

    /// Sends a JSON document.
    public void send(int status, JsonNode document) {
        send(status, ResponseHead.JSON, JsonDocuments.bytes(document));
    }

    /// The same in parts, which are not waited for one by one.
    ///
    /// @param length of all of them
    public void send(int status, String contentType, List<ByteBuf> parts, long length) {
        await(() -> {
            ResponseHead.head(response, status, contentType)
                    .putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(length));
            for (ByteBuf part : parts) {
                var _ = response.write(BufferInternal.buffer(part));
            }
            return response.end();
        });
    }

    /// Whether its reader has not taken yet what it was sent before.
    public boolean congested() {
        return response.writeQueueFull();
    }

    /// The same for content that may be kept by whoever gets it.
    ///
    /// @param caching what `Cache-Control` says
    public void send(int status, String contentType, Buffer content, String caching) {
        await(() -> ResponseHead.head(response, status, contentType)
                .putHeader("Cache-Control", caching)
                .putHeader("Content-Length", Integer.toString(content.length()))
                .end(content));
    }

    /// An answer without content.
    public void sendNothing(int status) {
        await(() -> response.setStatusCode(status).end());
    }

    void send(HttpProblem problem, ErrorFormat format) {
        await(() -> ResponseHead.send(response, problem, format));
    }

    /// Begins an answer of unknown length; returns when its head is sent.
    public void begin(int status, String contentType) {
        await(() -> ResponseHead.head(response, status, contentType)
                .setChunked(true)
                .writeHead());
    }

    public void write(byte[] bytes, int length) {
        await(() -> response.write(Buffer.buffer(length).appendBytes(bytes, 0, length)));
    }

    /// Begins an answer of unknown length, without waiting for it.
    public void beginSoon(int status, String contentType) {
        await(() -> {
            sent = ResponseHead.head(response, status, contentType)
                    .setChunked(true)
                    .writeHead();
            return Future.succeededFuture();
        });
    }

    /// Writes without waiting for the socket, unless it has much to do already.
    public void writeSoon(ByteBuf bytes) {
        onItsWay += bytes.readableBytes();
        await(() -> {
            Future<Void> before = sent;
            sent = response.write(BufferInternal.buffer(bytes));
            if (onItsWay < SOON) {
                return Future.succeededFuture();
            }
            onItsWay = bytes.readableBytes();
            return before;
        });
    }

    /// Begins an answer that goes on after the request's thread has ended, on the connection's event loop.
    public void stream(int status, String contentType, BiConsumer<Context, HttpServerResponse> writer) {
        context.runOnContext(now -> {
            if (response.closed()) {
                writer.accept(context, response); // it finds out
                return;
            }
            var _ = ResponseHead.head(response, status, contentType)
                    .setChunked(true)
                    .writeHead();
            writer.accept(context, response);
        });
    }

    /// Begins the response of a subscription whose frames may be HTTP/1.1 chunks already.
    public void watch(int status, String contentType, BiConsumer<EventLoop, SubscriberConnection> subscriber) {
        context.runOnContext(now -> {
            Future<Void> head = head(status, contentType);
            subscriber.accept(
                    loop(),
                    ChunkedConnection.of(request, head, this::abort)
                            .orElseGet(() -> new ResponseConnection(response, WATCH_UNREAD, this::abort)));
        });
    }

    /// Begins the response of a subscription.
    ///
    /// @param unread bytes in flight before nothing more is written
    public void subscribe(
            int status, String contentType, int unread, BiConsumer<EventLoop, SubscriberConnection> subscriber) {
        context.runOnContext(now -> {
            var _ = head(status, contentType);
            subscriber.accept(loop(), new ResponseConnection(response, unread, this::abort));
        });
    }

    private Future<Void> head(int status, String contentType) {
        return response.closed()
                ? Future.succeededFuture() // the subscription finds out
                : ResponseHead.head(response, status, contentType)
                        .setChunked(true)
                        .writeHead();
    }

    private EventLoop loop() {
        return ((ContextInternal) context).nettyEventLoop();
    }

    public void end() {
        await(response::end);
    }

    /// Cuts the connection, or of one that others share the stream: the client must not take what it has
    /// for the whole.
    public void abort() {
        try {
            if (request.version() == HttpVersion.HTTP_2) {
                response.reset(INTERNAL_ERROR);
            } else {
                ForcedClose.now(request.connection());
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("the hub is being stopped, and its connections are closed already", e);
        }
    }

    private void await(Supplier<Future<Void>> action) {
        if (!waits) {
            var _ = action.get(); // a client that is gone needs no answer
            return;
        }
        try {
            action.get().toCompletionStage().toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new ClientGoneException(e);
        } catch (RejectedExecutionException e) {
            // Event loops refuse work only when the hub is being stopped, maybe before the response counts as closed.
            throw new ClientGoneException(e);
        } catch (IllegalStateException e) {
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
