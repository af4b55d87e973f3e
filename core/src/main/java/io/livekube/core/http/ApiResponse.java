package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The answer to a request that has been sent; read by the thread that wants it, when it wants it.
///
/// Meanwhile the server works on it and the network's buffers fill. So the next page can be asked for while
/// this one is read, without a thread for it. It may be closed by any thread.
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

    /// @param edition of the credentials that it goes with
    @SuppressWarnings("ArrayRecordComponent") // is sent, and never compared
    record Request(byte[] bytes, int edition) {}

    /// Sends a request. What goes wrong is told when the answer is wanted.
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

    /// What there is instead of an answer if nothing could be asked.
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
                throw new IOException("the request was taken back");
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

    /// An answer that is what was asked for.
    ///
    /// @param content unpacked
    record Accepted(ApiResponseHead head, InputStream content) {}

    /// The objects of an answer, in the encoding that the server chose.
    public record Content(ObjectEncoding encoding, InputStream bytes) {}

    /// A response of any status, its body as it was sent.
    ///
    /// @param headers by name in any case
    public record Raw(int status, Map<String, String> headers, InputStream body) {
        public boolean gzipped() {
            return "gzip".equals(headers.get("Content-Encoding"));
        }
    }

    /// Waits for the response, whatever its status, and gives its body without decompressing it.
    ///
    /// @throws IOException if there is none; a [SocketTimeoutException] if there is none within
    ///     [ClientConfig#headerTimeout]
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
                    var late = new SocketTimeoutException(
                            "no answer in time: nothing came within " + config.headerTimeout());
                    late.initCause(e);
                    throw late;
                }
                throw e;
            }
        }
    }

    /// Waits for the answer, and gives its objects.
    public Content content() throws RequestFailedException {
        Accepted answer = accepted();
        String type = answer.head().header("Content-Type").orElse("");
        return new Content(
                ObjectEncoding.of(type).orElseThrow(() -> unexpected(type, answer.content())), answer.content());
    }

    /// Waits for the answer, and gives its body, which must be JSON.
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
                "expected application/json but got '" + type + "': is there a proxy in between?"));
    }

    /// Waits for the answer, and gives it if it is 200, whatever its type.
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
                        "the server refuses our client certificate: " + RequestFailure.describe(e))
                : new RequestFailure.Transient(RequestFailure.describe(e));
    }

    /// A connection that was idle may have been closed by the server, which nobody notices before the next
    /// exchange: that one is then done again on a new one.
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
