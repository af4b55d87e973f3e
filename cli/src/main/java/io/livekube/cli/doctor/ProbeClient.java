package io.livekube.cli.doctor;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.cli.cluster.ApiHttp;
import io.livekube.core.access.AccessException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks an API server one thing at a time, each within a time, and counts how often it is told to wait.
public final class ProbeClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProbeClient.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);

    private final ApiHttp http;
    private final long deadline;
    private final ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor();
    private int sent;
    private int throttled;
    private boolean fairness;

    /// A client that stops sending requests after a time limit.
    public ProbeClient(ApiHttp http, Duration within) {
        this.http = http;
        this.deadline = System.nanoTime() + within.toNanos();
    }

    /// What is done with an answer.
    interface Reading<T> {
        T read(HttpResponse<InputStream> answer) throws IOException, InterruptedException;
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

    /// What is left of the time.
    Duration left() {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    boolean timeIsUp() {
        return left().isZero();
    }

    /// Asks, and reads all that is wanted of the answer, within a time.
    ///
    /// A 429 is counted and, once, asked again after what the server says.
    <T> T get(String path, String accept, boolean gzip, Duration within, Reading<T> reading)
            throws IOException, TimeoutException, InterruptedException {
        Duration limit = within.compareTo(left()) < 0 ? within : left();
        sent++;
        Future<T> result = worker.submit(() -> {
            HttpResponse<InputStream> answer = http.get(path, accept, gzip, limit.plusMillis(1));
            fairness |= answer.headers()
                    .firstValue("X-Kubernetes-PF-PriorityLevel-UID")
                    .isPresent();
            if (answer.statusCode() == 429) {
                throttled++;
                sent++;
                answer.body().close();
                Thread.sleep(retryAfter(answer));
                answer = http.get(path, accept, gzip, limit.plusMillis(1));
            }
            try (InputStream _ = answer.body()) {
                return reading.read(answer);
            }
        });
        try {
            return result.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            result.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case HttpTimeoutException late -> {
                    LOG.debug("{} was late", path, late);
                    throw new TimeoutException("no answer within " + limit);
                }
                case IOException io -> throw io;
                case AccessException none -> throw new IOException(none.getMessage(), none);
                case null, default -> throw new IllegalStateException("asking for " + path, e.getCause());
            }
        }
    }

    private static Duration retryAfter(HttpResponse<?> answer) {
        Duration asked = Duration.ofSeconds(
                answer.headers().firstValueAsLong("Retry-After").orElse(1));
        return asked.compareTo(LONGEST_RETRY) < 0 ? asked : LONGEST_RETRY;
    }

    /// What an answer that is no success says.
    static String message(HttpResponse<InputStream> answer) throws IOException {
        byte[] body = answer.body().readNBytes(64 << 10);
        try {
            JsonNode status = JSON.readTree(body);
            String message = status.path("message").asText();
            return message.isEmpty() ? "HTTP " + answer.statusCode() : message;
        } catch (JacksonException e) {
            LOG.debug("an error without a Status", e);
            return "HTTP " + answer.statusCode();
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
