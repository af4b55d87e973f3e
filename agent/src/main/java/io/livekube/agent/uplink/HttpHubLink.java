package io.livekube.agent.uplink;

import io.livekube.protocol.BinaryEncoder;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Posts batches to a hub over HTTP.
///
/// A token that is not accepted is read again from its file; if it has been exchanged the batch goes out
/// once more at once.
public final class HttpHubLink implements HubLink {
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final URI endpoint;
    private final TokenFile token;
    private final Duration timeout;
    private final String userAgent;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    /// @param endpoint where batches are posted to
    /// @param caFile certificates to trust instead of the system's, as PEM
    /// @param timeout for a whole exchange
    public HttpHubLink(URI endpoint, TokenFile token, Optional<Path> caFile, Duration timeout, String userAgent) {
        this.endpoint = endpoint;
        this.token = token;
        this.timeout = timeout;
        this.userAgent = userAgent;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(HubTrust.of(caFile))
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(executor)
                .build();
    }

    @Override
    public Reply send(byte[] body, int length) throws InterruptedException {
        try {
            HttpResponse<byte[]> response = exchange(body, length);
            if (HttpReply.rejectsToken(response) && token.refresh()) {
                response = exchange(body, length);
            }
            return HttpReply.of(response);
        } catch (ExecutionException e) {
            return noAnswer(describe(e.getCause() == null ? e : e.getCause()));
        } catch (TimeoutException e) {
            return new Reply.TooSlow("no answer within %,d ms".formatted(timeout.toMillis()));
        }
    }

    private HttpResponse<byte[]> exchange(byte[] body, int length)
            throws InterruptedException, ExecutionException, TimeoutException {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .header("Authorization", "Bearer " + token.token())
                .header("Content-Type", BinaryEncoder.MEDIA_TYPE)
                .header("User-Agent", userAgent)
                .POST(BodyPublishers.ofByteArray(body, 0, length))
                .build();
        CompletableFuture<HttpResponse<byte[]>> exchange =
                http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
        try {
            return exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            exchange.cancel(true); // does nothing to one that is complete
        }
    }

    private static Reply noAnswer(String reason) {
        return new Reply.NoAnswer(reason, Optional.empty());
    }

    private static String describe(Throwable error) {
        return switch (error) {
            case ConnectException _, HttpConnectTimeoutException _ -> "can't connect" + details(error);
            case IOException _ -> "the connection broke" + details(error);
            default -> error.toString();
        };
    }

    private static String details(Throwable error) {
        return error.getMessage() == null ? "" : ": " + error.getMessage();
    }

    @Override
    public void close() {
        http.shutdownNow();
        executor.shutdownNow();
    }
}
