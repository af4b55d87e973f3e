package io.livekube.hub.http;

import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.subscription.SubscriberConnection;
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
final class Exchange {
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

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    /// That an answer is not whole, as HTTP/2 says it.
    private static final long INTERNAL_ERROR = 0x2;

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final ReaderAccess readers;
    private final Duration patience;
    private final boolean waits;
    private final Context context;
    private final long arrived = System.nanoTime();
    private Future<Void> sent = Future.succeededFuture();
    private long onItsWay;

    /// @param patience how long one write may take
    Exchange(HttpServerRequest request, ReaderAccess readers, Duration patience) {
        this(request, readers, patience, true);
    }

    /// For who answers on the event loop, and does not wait for the socket.
    static Exchange onEventLoop(HttpServerRequest request, ReaderAccess readers) {
        return new Exchange(request, readers, Duration.ZERO, false);
    }

    private Exchange(HttpServerRequest request, ReaderAccess readers, Duration patience, boolean waits) {
        this.readers = readers;
        this.waits = waits;
        this.request = request;
        this.response = request.response();
        this.patience = patience;
        this.context = Objects.requireNonNull(Vertx.currentContext(), "requests come in on an event loop");
    }

    String method() {
        return request.method().name();
    }

    /// The first value of a query parameter; an empty one counts as absent.
    Optional<String> parameter(String name) {
        try {
            return Optional.ofNullable(request.getParam(name)).filter(value -> !value.isEmpty());
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "The query has a '%' that begins no escape.");
        }
    }

    /// All values of a query parameter, without empty ones.
    List<String> parameters(String name) {
        try {
            return request.params().getAll(name).stream()
                    .filter(value -> !value.isEmpty())
                    .toList();
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "The query has a '%' that begins no escape.");
        }
    }

    /// A query parameter that is true or false, and false if it is absent.
    boolean flag(String name) {
        return switch (parameter(name).orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw HttpProblem.of(400, "The parameter %s is true or false.".formatted(name));
        };
    }

    /// Does something as soon as the client goes away, unless it has the whole answer by then. To be
    /// followed by a look at [#closed]: it may be gone already.
    void onClose(Runnable action) {
        response.closeHandler(gone -> action.run());
    }

    /// Who asks, as "from 127.0.0.1".
    String from() {
        return "from " + request.remoteAddress().hostAddress();
    }

    /// Who has a share of what there is to share; see [ReaderAccess#nameOf].
    String reader() {
        return readers.nameOf(Bearer.of(request), from());
    }

    /// The objects that the request is about: the same for all who ask for the same.
    String scope() {
        return "%s?%s&%s"
                .formatted(
                        request.path(),
                        parameter("labelSelector").orElse(""),
                        parameter("fieldSelector").orElse(""));
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeader(name));
    }

    /// When its work began, as [System#nanoTime] gives it.
    long arrived() {
        return arrived;
    }

    boolean closed() {
        return response.closed();
    }

    boolean begun() {
        return response.headWritten();
    }

    void setHeader(CharSequence name, CharSequence value) {
        response.putHeader(name, value);
    }

    void send(int status, String contentType, byte[] content) {
        await(() -> Answers.head(response, status, contentType)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length))
                .end(BufferInternal.buffer(Unpooled.wrappedBuffer(content))));
    }

    /// The same in parts, which are not waited for one by one.
    ///
    /// @param length of all of them
    void send(int status, String contentType, List<ByteBuf> parts, long length) {
        await(() -> {
            Answers.head(response, status, contentType).putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(length));
            for (ByteBuf part : parts) {
                var _ = response.write(BufferInternal.buffer(part));
            }
            return response.end();
        });
    }

    /// Whether its reader has not taken yet what it was sent before.
    boolean congested() {
        return response.writeQueueFull();
    }

    /// The same for content that may be kept by whoever gets it.
    ///
    /// @param caching what `Cache-Control` says
    void send(int status, String contentType, Buffer content, String caching) {
        await(() -> Answers.head(response, status, contentType)
                .putHeader("Cache-Control", caching)
                .putHeader("Content-Length", Integer.toString(content.length()))
                .end(content));
    }

    /// An answer without content.
    void sendNothing(int status) {
        await(() -> response.setStatusCode(status).end());
    }

    void send(HttpProblem problem, ErrorShape shape) {
        await(() -> Answers.send(response, problem, shape));
    }

    /// Begins an answer of unknown length; returns when its head is sent.
    void begin(int status, String contentType) {
        await(() -> Answers.head(response, status, contentType).setChunked(true).writeHead());
    }

    void write(byte[] bytes, int length) {
        await(() -> response.write(Buffer.buffer(length).appendBytes(bytes, 0, length)));
    }

    /// Begins an answer of unknown length, without waiting for it.
    void beginSoon(int status, String contentType) {
        await(() -> {
            sent = Answers.head(response, status, contentType).setChunked(true).writeHead();
            return Future.succeededFuture();
        });
    }

    /// Writes without waiting for the socket, unless it has much to do already.
    void writeSoon(ByteBuf bytes) {
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
    void stream(int status, String contentType, BiConsumer<Context, HttpServerResponse> writer) {
        context.runOnContext(now -> {
            if (response.closed()) {
                writer.accept(context, response); // it finds out
                return;
            }
            var _ = Answers.head(response, status, contentType).setChunked(true).writeHead();
            writer.accept(context, response);
        });
    }

    /// Begins the response of a subscription whose frames may be HTTP/1.1 chunks already.
    void watch(int status, String contentType, BiConsumer<EventLoop, SubscriberConnection> subscriber) {
        context.runOnContext(now -> {
            Future<Void> head = head(status, contentType);
            subscriber.accept(
                    loop(),
                    ChunkWire.of(request, head, this::abort)
                            .orElseGet(() -> new ResponseWire(response, WATCH_UNREAD, this::abort)));
        });
    }

    /// Begins the response of a subscription.
    ///
    /// @param unread bytes in flight before nothing more is written
    void subscribe(int status, String contentType, int unread, BiConsumer<EventLoop, SubscriberConnection> subscriber) {
        context.runOnContext(now -> {
            var _ = head(status, contentType);
            subscriber.accept(loop(), new ResponseWire(response, unread, this::abort));
        });
    }

    private Future<Void> head(int status, String contentType) {
        return response.closed()
                ? Future.succeededFuture() // the subscription finds out
                : Answers.head(response, status, contentType).setChunked(true).writeHead();
    }

    private EventLoop loop() {
        return ((ContextInternal) context).nettyEventLoop();
    }

    void end() {
        await(response::end);
    }

    /// Cuts the connection, or of one that others share the stream: the client must not take what it has
    /// for the whole.
    void abort() {
        try {
            if (request.version() == HttpVersion.HTTP_2) {
                response.reset(INTERNAL_ERROR);
            } else {
                Cut.now(request.connection());
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
