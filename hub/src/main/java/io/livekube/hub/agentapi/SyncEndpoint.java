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

/// `POST /agent/v1/clusters/{cluster}/sync`: who sends is checked by the head alone, what is sent by the
/// protocol.
final class SyncEndpoint {
    private static final Duration WHEN_FULL = Duration.ofMinutes(1);

    private final AgentAccess access;
    private final BatchDecoders formats;
    private final Clusters clusters;
    private final IngestExecutor ingestExecutor;
    private final BodyLimit limit;

    /// @param bodyBytes size limit of a batch as sent
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

    /// Looks at the head; the body is worth reading if nothing is thrown.
    ///
    /// @throws HttpProblem if the sender may not, or sends something else
    RequestHandling admit(HttpExchange head, String cluster) {
        if (!head.method().equals("POST")) {
            throw HttpProblem.methodNotAllowed(
                    "POST", "Batches are sent here with POST, not with %s.".formatted(head.method()));
        }
        access.require(head, cluster, "a batch");
        BatchDecoder decoder = formats.decoder(
                head.header("Content-Type").orElse(""),
                head.header("Content-Encoding").orElse(""));
        return new RequestHandling.WithBody(limit, (exchange, body) -> take(exchange, cluster, decoder, body));
    }

    private void take(HttpExchange exchange, String id, BatchDecoder decoder, byte[] body) throws InterruptedException {
        Cluster cluster = clusters.register(id).orElseThrow(() -> full(id));
        try {
            Optional<Answer> answer = ingestExecutor.take(cluster, decoder, body, arrival(exchange), exchange::closed);
            answer.ifPresent(given -> SyncResponses.send(exchange, given));
        } catch (TooManyBatchesException e) {
            SyncResponses.send(exchange, e);
        } catch (ProtocolException e) {
            SyncResponses.send(exchange, e);
        }
    }

    /// An agent may say how long its oldest change has waited; what can't be true is left out.
    private static BatchTiming arrival(HttpExchange exchange) {
        Optional<Duration> waited = exchange.header("X-Livekube-Waited-Ms")
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> Duration.ofMillis(Long.parseLong(text)));
        return new BatchTiming(exchange.arrived(), waited);
    }

    /// There is no place for one more cluster.
    static HttpProblem full(String cluster) {
        return HttpProblem.later(
                429, WHEN_FULL, "The hub has as many clusters as it takes: it can't take %s.".formatted(cluster));
    }
}
