package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Client of one API server, with a budget of requests. Every failure becomes a [RequestFailure].
public final class ApiClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiClient.class);

    private final ApiAccess access;
    private final ClientConfig config;
    private final RequestBudget budget;
    private final ConnectionPool pool;

    public ApiClient(ApiAccess access, ClientConfig config) {
        this.access = access;
        this.config = config;
        this.budget = new RequestBudget(config.qps(), config.burst(), System.nanoTime());
        this.pool = new ConnectionPool(access, config);
    }

    public URI server() {
        return access.server();
    }

    public ClientConfig config() {
        return config;
    }

    public Credentials credentials() {
        return access.credentials();
    }

    /// Sends a GET, waits for its response, and returns its JSON body as a stream.
    ///
    /// @throws RequestFailedException for anything but 200
    public InputStream get(String pathAndQuery, String accept, boolean gzip)
            throws RequestFailedException, InterruptedException {
        return ask(pathAndQuery, accept, gzip, false).json();
    }

    /// Sends a GET and reads its whole JSON body: at most [ClientConfig#maxObjectBytes], within
    /// [ClientConfig#bodyIdle].
    public byte[] read(String pathAndQuery, boolean gzip) throws RequestFailedException, InterruptedException {
        ApiResponse response = ask(pathAndQuery, ObjectEncoding.JSON.accept(), gzip, false);
        try (InputStream body = response.json()) {
            response.expireIn(config.bodyIdle().toNanos());
            byte[] json = body.readNBytes(config.maxObjectBytes() + 1);
            if (json.length > config.maxObjectBytes()) {
                throw new RequestFailedException(new RequestFailure.Transient(
                        "the response has more than the limit of %,d bytes".formatted(config.maxObjectBytes())));
            }
            return json;
        } catch (IOException e) {
            throw RequestFailedException.endedEarly("the response", e);
        }
    }

    /// Sends a GET without waiting for its response.
    ///
    /// @param onNewConnection whether to use a connection that no other request has used
    public ApiResponse ask(String pathAndQuery, String accept, boolean gzip, boolean onNewConnection)
            throws InterruptedException {
        budget.take();
        var proof = new StringBuilder();
        int edition;
        try {
            access.credentials()
                    .headers()
                    .forEach((name, values) -> values.forEach(value -> header(proof, name, value)));
            edition = access.credentials().edition();
        } catch (RuntimeException e) {
            LOG.debug("no credentials", e);
            return ApiResponse.unsent(new NoCredentialsException(e), pool);
        }
        return ApiResponse.to(request(pathAndQuery, accept, gzip, proof), edition, onNewConnection, pool);
    }

    private byte[] request(String pathAndQuery, String accept, boolean gzip, CharSequence proof) {
        URI uri = URI.create(access.server() + pathAndQuery);
        var request = new StringBuilder("GET ").append(uri.getRawPath());
        if (uri.getRawQuery() != null) {
            request.append('?').append(uri.getRawQuery());
        }
        request.append(" HTTP/1.1\r\n");
        header(request, "Host", uri.getRawAuthority());
        header(request, "Accept", accept);
        header(request, "User-Agent", config.userAgent());
        if (gzip) {
            header(request, "Accept-Encoding", "gzip");
        }
        return request.append(proof).append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void header(StringBuilder request, String name, String value) {
        if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
            throw new IllegalArgumentException("the value of the header " + name + " contains a line break");
        }
        request.append(name).append(": ").append(value).append("\r\n");
    }

    /// Closes all connections, which ends every exchange.
    @Override
    public void close() {
        pool.close();
    }
}
