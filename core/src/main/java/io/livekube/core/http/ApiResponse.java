package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Response to a request that has been sent; read by the thread that needs it, when it needs it.
///
/// Until then, the server processes the request and the network's buffers fill. So the next page can be
/// requested while the current one is read, without another thread. Any thread may close the response.
public final class ApiResponse implements Closeable {
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    private final ConnectionPool pool;
    private final Watchdog watchdog;
    private final ClientConfig config;
    private final Request request;
    private @Nullable IOException unsent;
    private @Nullable RequestFailure unasked;
    private volatile @Nullable Connection connection;
    private volatile boolean closed;

    private ApiResponse(ConnectionPool pool, Watchdog watchdog, ClientConfig config, Request request) {
        this.pool = pool;
        this.watchdog = watchdog;
        this.config = config;
        this.request = request;
    }

    /// @param edition of the credentials in it
    @SuppressWarnings("ArrayRecordComponent") // sent, and never compared
    record Request(byte[] bytes, int edition) {}

    /// Sends a request. A failure is reported when the response is read.
    static ApiResponse to(
            Request request, boolean onNewConnection, ConnectionPool pool, Watchdog watchdog, ClientConfig config) {
        var answer = new ApiResponse(pool, watchdog, config, request);
        try {
            answer.send(onNewConnection);
        } catch (IOException e) {
            answer.unsent = e;
        }
        return answer;
    }

    /// Stands for a response to a request that could not be sent.
    static ApiResponse notAsked(RequestFailure reason, ConnectionPool pool, Watchdog watchdog, ClientConfig config) {
        var answer = new ApiResponse(pool, watchdog, config, new Request(new byte[0], 0));
        answer.unasked = reason;
        return answer;
    }

    private Connection send(boolean onNewConnection) throws IOException {
        Connection chosen = onNewConnection ? pool.takeNew(request.edition()) : pool.take(request.edition());
        connection = chosen;
        try {
            if (closed) {
                throw new IOException("the request was cancelled");
            }
            chosen.send(request.bytes());
            return chosen;
        } catch (IOException e) {
            pool.drop(chosen);
            if (chosen.used() && !closed) {
                return send(true);
            }
            throw e;
        }
    }

    /// A response with status 200.
    ///
    /// @param content decompressed body
    record Accepted(ApiResponseHead head, InputStream content) {}

    /// The objects of a response, in the encoding that the server chose.
    public record Content(ObjectEncoding encoding, InputStream bytes) {}

    /// A response of any status, its body as it was sent.
    ///
    /// @param headers by name in any case
    public record Raw(int status, Map<String, String> headers, InputStream body) {
        public boolean gzipped() {
            return "gzip".equals(headers.get("Content-Encoding"));
        }
    }

    /// Waits for the response, whatever its status, and returns it without decompressing the body.
    ///
    /// @throws IOException if there is none; a [SocketTimeoutException] if there is none
    ///     within [ClientConfig#headerTimeout]
    public Raw raw() throws IOException {
        if (unasked != null) {
            throw new IOException(unasked.message());
        }
        Received answer = received();
        return new Raw(answer.head().status(), answer.head().headers(), answer.body());
    }

    private record Received(ApiResponseHead head, ApiResponseBody body) {}

    private Received received() throws IOException {
        try (var guard = watchdog.guard(this, config.headerTimeout().toNanos())) {
            try {
                ApiResponseHead head = head();
                return new Received(head, new ApiResponseBody(pool, sent(), head));
            } catch (IOException e) {
                close();
                if (guard.fired()) {
                    var late = new SocketTimeoutException("no response within " + config.headerTimeout());
                    late.initCause(e);
                    throw late;
                }
                throw e;
            }
        }
    }

    /// Waits for the response, and returns its objects.
    public Content content() throws RequestFailedException {
        Accepted answer = accepted();
        String type = answer.head().header("Content-Type").orElse("");
        return new Content(
                ObjectEncoding.of(type).orElseThrow(() -> unexpected(type, answer.content())), answer.content());
    }

    /// Waits for the response, and returns its body, which must be JSON.
    InputStream json() throws RequestFailedException {
        Content content = content();
        if (content.encoding() != ObjectEncoding.JSON) {
            throw unexpected("protobuf", content.bytes());
        }
        return content.bytes();
    }

    private static RequestFailedException unexpected(String type, InputStream body) {
        ApiClient.closeQuietly(body);
        return new RequestFailedException(new RequestFailure.Transient(
                "expected application/json but got '" + type + "': check for a proxy in between"));
    }

    /// Waits for the response, and returns it if its status is 200, whatever its type.
    Accepted accepted() throws RequestFailedException {
        if (unasked != null) {
            throw new RequestFailedException(unasked);
        }
        try {
            Received answer = received();
            return accepted(answer.head(), answer.body());
        } catch (SocketTimeoutException e) {
            throw new RequestFailedException(new RequestFailure.TimedOut(RequestFailure.describe(e)));
        } catch (IOException e) {
            throw new RequestFailedException(failure(e));
        }
    }

    private static RequestFailure failure(IOException e) {
        return TlsAlert.refusesCertificate(e)
                ? new RequestFailure.Unauthorized(
                        "the server rejects our client certificate: " + RequestFailure.describe(e))
                : new RequestFailure.Transient(RequestFailure.describe(e));
    }

    /// The server may have closed an idle connection, which shows only in the next exchange; that one is
    /// repeated on a new connection.
    private ApiResponseHead head() throws IOException {
        Connection first = sent();
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

    private Connection sent() throws IOException {
        Connection chosen = connection;
        if (unsent != null) {
            throw unsent;
        }
        if (chosen == null) {
            throw new IOException("the request was not sent");
        }
        return chosen;
    }

    private Accepted accepted(ApiResponseHead head, ApiResponseBody body) throws RequestFailedException {
        if (head.status() != 200) {
            throw new RequestFailedException(refusal(head, body));
        }
        boolean packed = head.header("Content-Encoding").orElse("").equals("gzip");
        return new Accepted(head, packed ? new GzipMembers(body) : body);
    }

    private RequestFailure refusal(ApiResponseHead head, ApiResponseBody body) {
        OptionalLong retryAfter = retryAfter(head);
        try (body;
                var _ = watchdog.guard(body, config.bodyIdle().toNanos())) {
            return ApiErrorReader.failure(head.status(), retryAfter, body.readNBytes(MAX_ERROR_BYTES));
        } catch (IOException e) {
            return ApiErrorReader.failure(head.status(), retryAfter, new byte[0]);
        }
    }

    private static OptionalLong retryAfter(ApiResponseHead head) {
        try {
            return head.header("Retry-After")
                    .map(seconds -> OptionalLong.of(Long.parseLong(seconds)))
                    .orElse(OptionalLong.empty());
        } catch (NumberFormatException dateOrNonsense) {
            return OptionalLong.of(1);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        Connection mine = connection;
        if (mine != null) {
            pool.drop(mine);
        }
    }
}
