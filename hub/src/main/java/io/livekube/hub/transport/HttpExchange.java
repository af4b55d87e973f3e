package io.livekube.hub.transport;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
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
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A request and its response, for a virtual thread that may block: writes return when the socket has accepted
/// them, unless the exchange is one [#withoutWaiting].
public final class HttpExchange {
    /// The client disconnected or does not read, so there is no point in continuing.
    static final class ClientGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClientGoneException(Throwable cause) {
            super("the client closed the connection or does not read", cause);
        }
    }

    /// Bytes in flight to the socket before a write blocks.
    private static final int SOON = 1 << 20;

    /// Bytes in flight for a watch that shares its connection with other requests.
    private static final int WATCH_UNREAD = 128 << 10;

    private static final String BEARER = "Bearer ";

    private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);

    /// HTTP/2 error code: the response is incomplete.
    private static final long INTERNAL_ERROR = 0x2;

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final Duration patience;
    private final boolean waits;
    private final Context context;
    private final long arrived = System.nanoTime();
    private Future<Void> sent = Future.succeededFuture();
    private long onItsWay;

    /// @param patience time limit for one write
    HttpExchange(HttpServerRequest request, Duration patience) {
        this(request, patience, true);
    }

    /// Exchange for short responses by threads that must not block, such as the event loop: its writes do not
    /// wait for the socket.
    static HttpExchange withoutWaiting(HttpServerRequest request) {
        return new HttpExchange(request, Duration.ZERO, false);
    }

    private HttpExchange(HttpServerRequest request, Duration patience, boolean waits) {
        this.waits = waits;
        this.request = request;
        this.response = request.response();
        this.patience = patience;
        this.context = Objects.requireNonNull(Vertx.currentContext(), "requests arrive on an event loop");
    }

    public String method() {
        return request.method().name();
    }

    /// The first value of a query parameter; an empty one counts as absent.
    public Optional<String> parameter(String name) {
        try {
            return Optional.ofNullable(request.getParam(name)).filter(value -> !value.isEmpty());
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "Invalid percent-encoding in the query string.");
        }
    }

    /// All non-empty values of a query parameter.
    public List<String> parameters(String name) {
        try {
            return request.params().getAll(name).stream()
                    .filter(value -> !value.isEmpty())
                    .toList();
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "Invalid percent-encoding in the query string.");
        }
    }

    /// A boolean query parameter; false if absent.
    public boolean flag(String name) {
        return switch (parameter(name).orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw HttpProblem.of(400, "Parameter '%s' must be 'true' or 'false'.".formatted(name));
        };
    }

    /// Runs an action as soon as the client disconnects, unless it has received the complete response by then.
    /// Callers must check [#closed] afterwards, because the client may already have disconnected.
    public void onClose(Runnable action) {
        response.closeHandler(gone -> action.run());
    }

    /// Address of the client, for example "from 127.0.0.1".
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

    /// Key of the requested objects: equal for requests for the same objects.
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

    /// When work on the request began, by [System#nanoTime].
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

    /// Sends a body in parts, waiting only for the last one.
    ///
    /// @param length total length of the parts
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

    /// Whether the client has not yet read what was sent before.
    public boolean congested() {
        return response.writeQueueFull();
    }

    /// Sends cacheable content.
    ///
    /// @param caching value of `Cache-Control`
    public void send(int status, String contentType, Buffer content, String caching) {
        await(() -> ResponseHead.head(response, status, contentType)
                .putHeader("Cache-Control", caching)
                .putHeader("Content-Length", Integer.toString(content.length()))
                .end(content));
    }

    /// Sends a response without content.
    public void sendNothing(int status) {
        await(() -> response.setStatusCode(status).end());
    }

    void send(HttpProblem problem, ErrorFormat format) {
        await(() -> ResponseHead.send(response, problem, format));
    }

    /// Begins a response of unknown length; returns when the headers have been sent.
    public void begin(int status, String contentType) {
        await(() -> ResponseHead.head(response, status, contentType)
                .setChunked(true)
                .writeHead());
    }

    public void write(byte[] bytes, int length) {
        await(() -> response.write(Buffer.buffer(length).appendBytes(bytes, 0, length)));
    }

    /// Begins a response of unknown length without waiting for the headers to be sent.
    public void beginSoon(int status, String contentType) {
        await(() -> {
            sent = ResponseHead.head(response, status, contentType)
                    .setChunked(true)
                    .writeHead();
            return Future.succeededFuture();
        });
    }

    /// Writes without waiting for the socket, unless too many bytes are in flight.
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

    /// Begins the response of a subscription whose frames may already be HTTP/1.1 chunks.
    public void watch(int status, String contentType, BiConsumer<EventLoop, SubscriberConnection> subscriber) {
        subscribe(
                status,
                contentType,
                head -> ChunkedConnection.of(request, head, this::abort)
                        .orElseGet(() -> new ResponseConnection(response, WATCH_UNREAD, this::abort)),
                subscriber);
    }

    /// Begins the response of a subscription.
    ///
    /// @param unread maximum bytes in flight; nothing more is written beyond that
    public void subscribe(
            int status, String contentType, int unread, BiConsumer<EventLoop, SubscriberConnection> subscriber) {
        subscribe(status, contentType, _ -> new ResponseConnection(response, unread, this::abort), subscriber);
    }

    /// Hands over the connection before the response begins: the subscription ends with it, whatever fails.
    private void subscribe(
            int status,
            String contentType,
            Function<Future<Void>, SubscriberConnection> connection,
            BiConsumer<EventLoop, SubscriberConnection> subscriber) {
        try {
            context.runOnContext(now -> begin(status, contentType, connection, subscriber));
        } catch (RejectedExecutionException e) { // only while the hub is shutting down
            throw new ClientGoneException(e);
        }
    }

    private void begin(
            int status,
            String contentType,
            Function<Future<Void>, SubscriberConnection> connection,
            BiConsumer<EventLoop, SubscriberConnection> subscriber) {
        Promise<Void> head = Promise.promise();
        subscriber.accept(((ContextInternal) context).nettyEventLoop(), connection.apply(head.future()));
        if (response.closed()) {
            return; // the subscription checks
        }
        try {
            ResponseHead.head(response, status, contentType)
                    .setChunked(true)
                    .writeHead()
                    .onComplete(head);
        } catch (RuntimeException e) {
            LOG.error("{}: beginning the response failed; this is a bug in the hub", this, e);
            abort();
        }
    }

    public void end() {
        await(response::end);
    }

    /// Closes the connection, or resets the stream of a shared one, so that the client does not mistake a
    /// partial response for a complete one.
    public void abort() {
        try {
            if (request.version() == HttpVersion.HTTP_2) {
                response.reset(INTERNAL_ERROR);
            } else {
                ForcedClose.now(request.connection());
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("connections are already closed because the hub is shutting down", e);
        }
    }

    private void await(Supplier<Future<Void>> action) {
        try {
            Future<Void> written = action.get();
            if (waits) { // otherwise, a client that disconnected needs no response
                written.toCompletionStage().toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new ClientGoneException(e);
        } catch (RejectedExecutionException e) {
            // Event loops reject work only while the hub is shutting down, possibly before the response counts as
            // closed.
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
