package io.livekube.agent.follow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.RequestFailedException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Identity of the cluster, as given by its API server.
///
/// @param kubernetes the API server's version; empty if unknown
/// @param uid UID of the namespace kube-system; empty if unknown
public record ClusterIdentity(String kubernetes, String uid) {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterIdentity.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_BYTES = 1 << 20;
    private static final Duration PAUSE = Duration.ofMillis(500);

    /// Reads the identity from the API server, with retries within a time limit.
    public static ClusterIdentity ask(ApiClient client, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        return new ClusterIdentity(
                ask(client, "/version", "/gitVersion", deadline),
                ask(client, "/api/v1/namespaces/kube-system", "/metadata/uid", deadline));
    }

    private static String ask(ApiClient client, String path, String field, long deadline) throws InterruptedException {
        while (true) {
            String trouble;
            try {
                return get(client, path, deadline).at(field).asText();
            } catch (ExecutionException e) {
                boolean refused = e.getCause() instanceof RequestFailedException failed
                        && (failed.failure() instanceof RequestFailure.Forbidden
                                || failed.failure() instanceof RequestFailure.NotServed);
                trouble = String.valueOf(
                        e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
                if (refused) {
                    LOG.info("the API server does not serve {}: {}", path, trouble);
                    return "";
                }
            } catch (TimeoutException e) {
                trouble = "no response in time";
            }
            if (System.nanoTime() - deadline + PAUSE.toNanos() > 0) {
                LOG.warn("API server {}: GET {} failed: {}", client.server(), path, trouble);
                return "";
            }
            Thread.sleep(PAUSE);
        }
    }

    private static JsonNode get(ApiClient client, String path, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        var answer = new FutureTask<JsonNode>(() -> {
            try (InputStream body = client.get(path, "application/json", false)) {
                return JSON.readTree(body.readNBytes(MAX_BYTES));
            }
        });
        Thread.ofVirtual().name("identity").start(answer);
        try {
            return answer.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } finally {
            answer.cancel(true);
        }
    }
}
