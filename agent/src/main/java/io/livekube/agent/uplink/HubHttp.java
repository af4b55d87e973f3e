package io.livekube.agent.uplink;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
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

/// HTTP client of a hub, with the token of one cluster.
///
/// If the hub rejects the token, it is read again from its file; if it has changed, the request is
/// repeated immediately.
public final class HubHttp implements AutoCloseable {
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final TokenFile token;
    private final String userAgent;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    /// @param caFile CA certificates to trust instead of the system's, as PEM
    public HubHttp(TokenFile token, Optional<Path> caFile, String userAgent) {
        this.token = token;
        this.userAgent = userAgent;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(HubTrust.of(caFile))
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(executor)
                .build();
    }

    /// Sends a request and waits for the complete response.
    ///
    /// @param request a request whose body can be sent twice
    /// @param timeout for the whole exchange
    HttpResponse<byte[]> exchange(HttpRequest.Builder request, Duration timeout)
            throws InterruptedException, HubRequestException {
        HttpResponse<byte[]> response = once(request, timeout);
        return HttpReply.rejectsToken(response) && token.refresh() ? once(request, timeout) : response;
    }

    private HttpResponse<byte[]> once(HttpRequest.Builder request, Duration timeout)
            throws InterruptedException, HubRequestException {
        HttpRequest authorized = request.setHeader("Authorization", "Bearer " + token.token())
                .setHeader("User-Agent", userAgent)
                .build();
        CompletableFuture<HttpResponse<byte[]>> exchange =
                http.sendAsync(authorized, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
        try {
            return exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw silent(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new HubRequestException(
                    HubRequestException.Why.TOO_SLOW, "no response within %,d ms".formatted(timeout.toMillis()), e);
        } finally {
            exchange.cancel(true); // no effect once it is complete
        }
    }

    private static HubRequestException silent(Throwable error) {
        return switch (error) {
            case ConnectException _, HttpConnectTimeoutException _ ->
                new HubRequestException(HubRequestException.Why.UNREACHABLE, "can't connect" + details(error), error);
            case IOException _ ->
                new HubRequestException(HubRequestException.Why.BROKEN, "the connection broke" + details(error), error);
            default -> new HubRequestException(HubRequestException.Why.BROKEN, error.toString(), error);
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
