package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Response to a request that has been sent; read by the thread that needs it, when it needs it.
///
/// Until then, the server processes the request and the network's buffers fill. So the next page can be
/// requested while the current one is read, without another thread. A body that pauses for longer than
/// [ClientConfig#bodyIdle] ends with a [SocketTimeoutException]. Any thread may close the response, which ends a
/// blocked read.
public final class ApiResponse implements Closeable {
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    private final ConnectionPool pool;
    private final byte[] request;
    private final int edition;
    private @Nullable IOException unsent;
    /// Empty once the connection is released or closed.
    private final AtomicReference<@Nullable Connection> connection = new AtomicReference<>();
    private volatile boolean closed;
    /// Guards this response from the wait for its head to the end of its body.
    private volatile Watchdog.@Nullable Guard guard;
    private boolean fixedDeadline;

    private ApiResponse(ConnectionPool pool, byte[] request, int edition) {
        this.pool = pool;
        this.request = request;
        this.edition = edition;
    }

    /// Sends a request. A failure is reported when the response is read.
    ///
    /// @param edition of the credentials in the request
    static ApiResponse to(byte[] request, int edition, boolean onNewConnection, ConnectionPool pool) {
        var response = new ApiResponse(pool, request, edition);
        try {
            var _ = response.send(onNewConnection);
        } catch (IOException e) {
            response.unsent = e;
        }
        return response;
    }

    /// The response to a request that could not be sent.
    static ApiResponse unsent(IOException reason, ConnectionPool pool) {
        var response = new ApiResponse(pool, new byte[0], 0);
        response.unsent = reason;
        return response;
    }

    private Connection send(boolean onNewConnection) throws IOException {
        Connection chosen = onNewConnection ? pool.takeNew(edition) : pool.take(edition);
        connection.set(chosen);
        try {
            if (closed) {
                throw new IOException("the request was cancelled");
            }
            chosen.send(request);
            return chosen;
        } catch (IOException e) {
            pool.drop(chosen);
            if (chosen.used() && !closed) {
                return send(true);
            }
            throw e;
        }
    }

    /// The objects of a response, in the encoding that the server chose.
    public record Content(ObjectEncoding encoding, InputStream bytes) {}

    /// A response of any status, its body as it was sent.
    ///
    /// @param headers by name in any case
    public record Raw(int status, Map<String, String> headers, InputStream body) {
        /// The value of a header; empty if there is none.
        public String header(String name) {
            return headers.getOrDefault(name, "");
        }

        public boolean gzipped() {
            return header("Content-Encoding").equals("gzip");
        }
    }

    /// Waits for the response, whatever its status, and returns it without decompressing the body.
    ///
    /// @throws IOException if there is none; a [SocketTimeoutException] if there is none
    ///     within [ClientConfig#headerTimeout]
    public Raw raw() throws IOException {
        if (unsent != null) {
            throw unsent;
        }
        guard = pool.guard(this, pool.config().headerTimeout());
        try {
            ApiResponseHead head = head();
            arrived();
            return new Raw(head.status(), head.headers(), new ApiResponseBody(this, connected(), head));
        } catch (IOException e) {
            close();
            throw inTime(e, "no response within " + pool.config().headerTimeout());
        }
    }

    /// The server may have closed an idle connection, which shows only in the next exchange; that one is
    /// repeated on a new connection.
    private ApiResponseHead head() throws IOException {
        Connection first = connected();
        try {
            return ApiResponseHead.read(first.in());
        } catch (IOException e) {
            if (!first.used() || closed) {
                throw e;
            }
            pool.drop(first);
            return ApiResponseHead.read(send(true).in());
        }
    }

    private Connection connected() throws IOException {
        Connection present = connection.get();
        if (present == null) {
            throw new IOException("the request was cancelled");
        }
        return present;
    }

    /// Waits for the response, and returns its objects.
    public Content content() throws RequestFailedException {
        Raw answer = accepted();
        String type = answer.header("Content-Type");
        return new Content(ObjectEncoding.of(type).orElseThrow(() -> unexpected(type)), answer.body());
    }

    /// Waits for the response, and returns its body, which must be JSON.
    InputStream json() throws RequestFailedException {
        Content content = content();
        if (content.encoding() != ObjectEncoding.JSON) {
            throw unexpected("protobuf");
        }
        return content.bytes();
    }

    private RequestFailedException unexpected(String type) {
        close();
        return new RequestFailedException(new RequestFailure.Transient(
                "expected application/json but got '" + type + "': check for a proxy in between"));
    }

    /// Waits for the response, and returns it with its body decompressed if its status is 200, whatever its type.
    Raw accepted() throws RequestFailedException {
        try {
            Raw answer = raw();
            if (answer.status() != 200) {
                throw new RequestFailedException(refusal(answer));
            }
            return answer.gzipped() ? new Raw(200, answer.headers(), new GzipBody(answer.body())) : answer;
        } catch (IOException e) {
            throw new RequestFailedException(failure(e));
        }
    }

    private static RequestFailure failure(IOException e) {
        String message = RequestFailure.describe(e);
        return switch (e) {
            case NoCredentialsException _ -> new RequestFailure.NoCredentials(message);
            case SocketTimeoutException _ -> new RequestFailure.TimedOut(message);
            default ->
                TlsAlert.refusesCertificate(e)
                        ? new RequestFailure.Unauthorized("the server rejects our client certificate: " + message)
                        : new RequestFailure.Transient(message);
        };
    }

    private RequestFailure refusal(Raw answer) {
        OptionalLong retryAfter = retryAfter(answer);
        expireIn(pool.config().bodyIdle().toNanos());
        try (InputStream body = answer.body()) {
            return ApiErrorReader.failure(answer.status(), retryAfter, body.readNBytes(MAX_ERROR_BYTES));
        } catch (IOException e) {
            return ApiErrorReader.failure(answer.status(), retryAfter, new byte[0]);
        }
    }

    private static OptionalLong retryAfter(Raw answer) {
        String seconds = answer.header("Retry-After");
        try {
            return seconds.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(seconds));
        } catch (NumberFormatException dateOrNonsense) {
            return OptionalLong.of(1);
        }
    }

    /// Reads the body at the pace of a watch; see [SocketInput#follow].
    public void follow(ReadPace pace, Runnable beforeWaiting) {
        Connection present = connection.get();
        if (present != null) {
            present.raw().follow(pace, beforeWaiting);
        }
    }

    /// Ends the body at a deadline instead of after a pause, unless it is replaced by another one before then.
    public void expireIn(long nanos) {
        fixedDeadline = true;
        Watchdog.Guard present = guard;
        if (present != null) {
            present.extend(nanos);
        }
    }

    /// Records that a part of the body has arrived.
    void arrived() {
        Watchdog.Guard present = guard;
        if (!fixedDeadline && present != null) {
            present.extend(pool.config().bodyIdle().toNanos());
        }
    }

    /// The failure of a read: a timeout if the watchdog caused it.
    IOException inTime(IOException failure, String late) {
        Watchdog.Guard present = guard;
        if (present == null || !present.fired()) {
            return failure;
        }
        var timeout = new SocketTimeoutException(late);
        timeout.initCause(failure);
        return timeout;
    }

    IOException inTime(IOException failure) {
        return inTime(
                failure, "the response paused for longer than " + pool.config().bodyIdle());
    }

    /// Ends the exchange after the last byte of the body; the connection can be reused if it is kept alive.
    void complete(boolean keepAlive) {
        unguard();
        Connection mine = connection.getAndSet(null);
        if (mine != null && keepAlive) {
            mine.raw().unfollow();
            pool.giveBack(mine);
        } else if (mine != null) {
            pool.drop(mine);
        }
    }

    private void unguard() {
        Watchdog.Guard present = guard;
        if (present != null) {
            present.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        unguard();
        Connection mine = connection.getAndSet(null);
        if (mine != null) {
            pool.drop(mine);
        }
    }
}
