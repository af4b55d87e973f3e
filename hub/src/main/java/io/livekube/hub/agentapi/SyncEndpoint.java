package io.livekube.hub.agentapi;

import io.livekube.hub.auth.AgentAccess;
import io.livekube.hub.cluster.BatchTiming;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.cluster.TooManyBatchesException;
import io.livekube.hub.transport.BodyLimit;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.RequestHandling;
import io.livekube.protocol.Answer;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.ProtocolException;
import java.time.Duration;
import java.util.Optional;

/// `POST /agent/v1/clusters/{cluster}/sync`: authenticates the agent from the headers, then ingests the batch.
final class SyncEndpoint {
    private static final Duration RETRY_WHEN_FULL = Duration.ofMinutes(1);

    private final AgentAccess access;
    private final BatchDecoders formats;
    private final Clusters clusters;
    private final IngestExecutor ingestExecutor;
    private final BodyLimit limit;

    /// @param bodyBytes maximum size of a batch on the wire
    SyncEndpoint(
            AgentAccess access,
            BatchDecoders formats,
            Clusters clusters,
            IngestExecutor ingestExecutor,
            int bodyBytes) {
        this.limit = new BodyLimit("a batch", bodyBytes);
        this.access = access;
        this.formats = formats;
        this.clusters = clusters;
        this.ingestExecutor = ingestExecutor;
    }

    /// Checks the headers before the body is read.
    ///
    /// @throws HttpProblem if the sender is not authorized, or the format is not supported
    RequestHandling admit(HttpExchange head, String cluster) {
        if (!head.method().equals("POST")) {
            throw HttpProblem.methodNotAllowed(
                    "POST", "Batches must be sent with POST, not %s.".formatted(head.method()));
        }
        access.require(head, cluster, "a batch");
        BatchDecoder decoder = formats.decoder(
                head.header("Content-Type").orElse(""),
                head.header("Content-Encoding").orElse(""));
        return new RequestHandling.WithBody(limit, (exchange, body) -> take(exchange, cluster, decoder, body));
    }

    private void take(HttpExchange exchange, String id, BatchDecoder decoder, byte[] body) throws InterruptedException {
        Cluster cluster = clusters.register(id).orElseThrow(() -> limitReached(id));
        try {
            Optional<Answer> answer = ingestExecutor.take(cluster, decoder, body, timing(exchange), exchange::closed);
            answer.ifPresent(given -> SyncResponses.send(exchange, given));
        } catch (TooManyBatchesException e) {
            SyncResponses.send(exchange, e);
        } catch (ProtocolException e) {
            SyncResponses.send(exchange, e);
        }
    }

    /// Agents may report how long their oldest change has waited; invalid values are ignored.
    private static BatchTiming timing(HttpExchange exchange) {
        Optional<Duration> waited = exchange.header("X-Livekube-Waited-Ms")
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> Duration.ofMillis(Long.parseLong(text)));
        return new BatchTiming(exchange.arrived(), waited);
    }

    /// Error when the limit on clusters is reached.
    static HttpProblem limitReached(String cluster) {
        return HttpProblem.later(429, RETRY_WHEN_FULL, "Cluster limit reached: cannot register %s.".formatted(cluster));
    }
}
