package io.livekube.cli.doctor;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.cli.cluster.ClusterAccess;
import io.livekube.core.access.AccessException;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.http.ClientConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends requests to an API server one at a time, each with a time limit, and counts throttled ones.
public final class ProbeClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProbeClient.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration MAX_RETRY_AFTER = Duration.ofSeconds(5);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /// Requests are sequential; the client's own limit must not delay them.
    private static final double QPS = 10_000;

    private final ApiClient client;
    private final long deadline;
    private final ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor();
    private int sent;
    private int throttled;
    private boolean fairness;

    /// A client for one series of measurements.
    ///
    /// @param timeLimit of the whole series
    public ProbeClient(ApiAccess access, Duration timeLimit) {
        this.client = new ApiClient(
                access,
                ClientConfig.defaults()
                        .withQps(QPS)
                        .withConnectTimeout(CONNECT_TIMEOUT)
                        .withTimeouts(timeLimit, timeLimit));
        this.deadline = System.nanoTime() + timeLimit.toNanos();
    }

    /// Reader of a response.
    interface ResponseReader<T> {
        T read(ApiResponse.Raw response) throws IOException, InterruptedException;
    }

    URI server() {
        return client.server();
    }

    int sent() {
        return sent;
    }

    int throttled() {
        return throttled;
    }

    boolean fairness() {
        return fairness;
    }

    /// Time left.
    Duration left() {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    boolean timeIsUp() {
        return left().isZero();
    }

    /// Sends a GET and reads the response within a time limit.
    ///
    /// A 429 is counted and repeated once, after the time that the server asks for.
    <T> T get(String path, String accept, boolean gzip, Duration timeout, ResponseReader<T> reader)
            throws IOException, TimeoutException, InterruptedException {
        Duration limit = timeout.compareTo(left()) < 0 ? timeout : left();
        sent++;
        Future<T> result = worker.submit(() -> {
            ApiResponse.Raw response = ClusterAccess.get(client, path, accept, gzip);
            fairness |= response.headers().containsKey("X-Kubernetes-PF-PriorityLevel-UID");
            if (response.status() == 429) {
                throttled++;
                sent++;
                response.body().close();
                Thread.sleep(retryAfter(response));
                response = ClusterAccess.get(client, path, accept, gzip);
            }
            try (InputStream _ = response.body()) {
                return reader.read(response);
            }
        });
        try {
            return result.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            result.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case SocketTimeoutException timedOut -> {
                    LOG.debug("{}: timeout", path, timedOut);
                    throw new TimeoutException("no response within " + limit);
                }
                case IOException io -> throw io;
                case AccessException none -> throw new IOException(none.getMessage(), none);
                case null, default -> throw new IllegalStateException("GET " + path, e.getCause());
            }
        }
    }

    private static Duration retryAfter(ApiResponse.Raw response) {
        Duration asked = Duration.ofSeconds(1);
        try {
            asked = Duration.ofSeconds(Long.parseLong(response.headers().getOrDefault("Retry-After", "1")));
        } catch (NumberFormatException e) {
            LOG.debug("Retry-After is not a number of seconds", e);
        }
        return asked.compareTo(MAX_RETRY_AFTER) < 0 ? asked : MAX_RETRY_AFTER;
    }

    /// The message of an error response.
    static String message(ApiResponse.Raw response) throws IOException {
        byte[] body = response.body().readNBytes(64 << 10);
        try {
            String message = JSON.readTree(body).path("message").asText();
            return message.isEmpty() ? "HTTP " + response.status() : message;
        } catch (JacksonException e) {
            LOG.debug("error response without a Status", e);
            return "HTTP " + response.status();
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
        client.close();
    }
}
