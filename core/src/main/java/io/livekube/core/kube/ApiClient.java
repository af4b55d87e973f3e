package io.livekube.core.kube;

import io.livekube.core.watch.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Asks one API server, within a budget, and turns every way that can fail into a [Failure].
public final class ApiClient implements AutoCloseable {
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    private final ApiAccess access;
    private final ClientConfig config;
    private final RequestBudget budget;
    private final Watchdog watchdog = new Watchdog();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    public ApiClient(ApiAccess access, ClientConfig config) {
        this.access = access;
        this.config = config;
        this.budget = new RequestBudget(config.qps(), config.burst());
        this.http = newHttpClient();
    }

    public URI server() {
        return access.server();
    }

    public ClientConfig config() {
        return config;
    }

    Watchdog watchdog() {
        return watchdog;
    }

    Credentials credentials() {
        return access.credentials();
    }

    /// A GET whose body is read as it comes. The future fails with a [RequestFailedException] for anything but 200.
    public CompletableFuture<InputStream> get(String pathAndQuery, String accept, boolean gzip) {
        return get(http, pathAndQuery, accept, gzip);
    }

    /// The same, on a connection that no other request has used.
    CompletableFuture<InputStream> getOnNewConnection(String pathAndQuery, String accept, boolean gzip) {
        HttpClient fresh = newHttpClient();
        CompletableFuture<InputStream> answer =
                get(fresh, pathAndQuery, accept, gzip).thenApply(body -> new OwningStream(body, fresh));
        var _ = answer.whenComplete((_, failure) -> {
            if (failure != null) {
                fresh.shutdownNow();
            }
        });
        return answer;
    }

    private CompletableFuture<InputStream> get(HttpClient client, String pathAndQuery, String accept, boolean gzip) {
        var request = HttpRequest.newBuilder(URI.create(access.server() + pathAndQuery))
                .timeout(config.headerTimeout())
                .header("Accept", accept)
                .header("User-Agent", config.userAgent());
        if (gzip) {
            request.header("Accept-Encoding", "gzip");
        }
        access.credentials().headers().forEach(request::header);
        try {
            budget.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedFuture(
                    new RequestFailedException(new Failure.Transient("interrupted while waiting to ask")));
        }
        CompletableFuture<HttpResponse<InputStream>> sent =
                client.sendAsync(request.build(), BodyHandlers.ofInputStream());
        CompletableFuture<InputStream> answer =
                sent.exceptionallyCompose(ApiClient::failed).thenCompose(this::accepted);
        var _ = answer.whenComplete((_, _) -> {
            if (answer.isCancelled()) {
                sent.cancel(true);
                var _ = sent.thenAccept(response -> close(response.body()));
            }
        });
        return answer;
    }

    private CompletableFuture<InputStream> accepted(HttpResponse<InputStream> response) {
        if (response.statusCode() != 200) {
            return CompletableFuture.failedFuture(new RequestFailedException(refusal(response)));
        }
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (!type.startsWith("application/json")) {
            close(response.body());
            return CompletableFuture.failedFuture(new RequestFailedException(new Failure.Transient(
                    "expected application/json but got '" + type + "': is there a proxy in between?")));
        }
        boolean gzipped =
                response.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
        return CompletableFuture.completedFuture(gzipped ? new GzipMembers(response.body()) : response.body());
    }

    private Failure refusal(HttpResponse<InputStream> response) {
        OptionalLong retryAfter = retryAfter(response);
        try (InputStream body = response.body();
                var _ = watchdog.guard(body, bodyIdle().toNanos())) {
            return StatusReader.failure(response.statusCode(), retryAfter, body.readNBytes(MAX_ERROR_BYTES));
        } catch (IOException e) {
            return StatusReader.failure(response.statusCode(), retryAfter, new byte[0]);
        }
    }

    private static OptionalLong retryAfter(HttpResponse<?> response) {
        try {
            return response.headers().firstValueAsLong("Retry-After");
        } catch (NumberFormatException dateOrNonsense) {
            return OptionalLong.of(1);
        }
    }

    private static CompletableFuture<HttpResponse<InputStream>> failed(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        Failure failure = switch (cause) {
            case HttpConnectTimeoutException _ -> new Failure.Transient("can't connect: " + describe(cause));
            case HttpTimeoutException _ -> new Failure.TimedOut("no answer in time: " + cause.getMessage());
            case ConnectException _ -> new Failure.Transient("can't connect: " + describe(cause));
            default -> new Failure.Transient(describe(cause));
        };
        return CompletableFuture.failedFuture(new RequestFailedException(failure));
    }

    static String describe(Throwable error) {
        String message = error.getMessage();
        return message == null ? error.getClass().getSimpleName() : message;
    }

    /// Takes back a question whose answer nobody wants any more, or closes the answer if it is there.
    static void discard(CompletableFuture<InputStream> answer) {
        if (!answer.cancel(true)) {
            var _ = answer.thenAccept(ApiClient::close);
        }
    }

    /// Waits for a request's answer; who is interrupted leaves no open connection behind.
    static InputStream await(CompletableFuture<InputStream> answer)
            throws RequestFailedException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RequestFailedException failed) {
                throw failed;
            }
            throw new RequestFailedException(new Failure.Transient(describe(e)));
        } catch (InterruptedException e) {
            discard(answer);
            throw e;
        }
    }

    private HttpClient newHttpClient() {
        return HttpClient.newBuilder()
                .version(config.http())
                .sslContext(access.tls())
                .connectTimeout(config.connectTimeout())
                .executor(executor)
                .build();
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        watchdog.close();
        executor.shutdownNow();
    }

    /// How long an idle LIST is waited for.
    Duration bodyIdle() {
        return config.bodyIdle();
    }
}
