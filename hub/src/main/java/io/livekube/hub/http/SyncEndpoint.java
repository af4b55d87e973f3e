package io.livekube.hub.http;

import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.cluster.BusyException;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.Reception;
import io.livekube.protocol.Answer;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.ProtocolException;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// `POST /agent/v1/clusters/{cluster}/sync`: who sends is checked by the head alone, what is sent by the
/// protocol.
final class SyncEndpoint {
    private static final Duration WHEN_FULL = Duration.ofMinutes(1);

    private final Supplier<AgentTokens> tokens;
    private final BatchFormats formats;
    private final Clusters clusters;
    private final Reception reception;
    private final RefusedSenders refused;

    SyncEndpoint(
            Supplier<AgentTokens> tokens,
            BatchFormats formats,
            Clusters clusters,
            Reception reception,
            RefusedSenders refused) {
        this.tokens = tokens;
        this.formats = formats;
        this.clusters = clusters;
        this.reception = reception;
        this.refused = refused;
    }

    /// Looks at the head; the body is worth reading if nothing is thrown.
    ///
    /// @throws HttpProblem if the sender may not, or sends something else
    BatchDecoder admit(HttpServerRequest request, String cluster) {
        if (!request.method().name().equals("POST")) {
            throw HttpProblem.methodNotAllowed(
                    "POST",
                    "Batches are sent here with POST, not with %s."
                            .formatted(request.method().name()));
        }
        try {
            authenticate(request, cluster);
        } catch (HttpProblem problem) {
            refused.note(cluster, String.valueOf(request.remoteAddress().hostAddress()), problem);
            throw problem;
        }
        return formats.decoder(
                Optional.ofNullable(request.getHeader("Content-Type")).orElse(""),
                Optional.ofNullable(request.getHeader("Content-Encoding")).orElse(""));
    }

    private void authenticate(HttpServerRequest request, String cluster) {
        String token = Bearer.of(request)
                .orElseThrow(() -> HttpProblem.of(
                        401, "There is no token: send 'Authorization: Bearer …' with the cluster's token."));
        switch (tokens.get().check(cluster, token)) {
            case GRANTED -> {}
            case UNKNOWN -> throw HttpProblem.of(401, "The hub does not know this token.");
            case OTHER_CLUSTER ->
                throw HttpProblem.of(403, "This token is another cluster's: it can't write to this one.");
        }
    }

    /// Takes the body and answers.
    void take(Exchange exchange, String id, BatchDecoder decoder, byte[] body) throws InterruptedException {
        Cluster cluster = clusters.register(id)
                .orElseThrow(() -> HttpProblem.later(
                        429, WHEN_FULL, "The hub has as many clusters as it takes: it can't take %s.".formatted(id)));
        try {
            Optional<Answer> answer = reception.take(cluster, decoder, body, exchange::closed);
            answer.ifPresent(given -> SyncAnswers.send(exchange, given));
        } catch (BusyException e) {
            SyncAnswers.send(exchange, e);
        } catch (ProtocolException e) {
            SyncAnswers.send(exchange, e);
        }
    }
}
