package io.livekube.hub.agentapi;

import io.livekube.hub.cluster.BatchTiming;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.transport.BodyLimit;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.RequestHandling;
import io.livekube.hub.transport.RouteTable;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.binary.BinaryDecoder;
import io.livekube.protocol.binary.BinaryEncoder;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.JsonDecoder;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// Takes batches: `POST /agent/v1/clusters/{cluster}/sync`.
///
/// @param bodyBytes maximum size of a batch on the wire
record SyncEndpoint(BatchLimits limits, Clusters clusters, IngestExecutor ingestExecutor, int bodyBytes) {
    private static final Duration RETRY_WHEN_FULL = Duration.ofMinutes(1);

    /// Checks the format before the body is read.
    RequestHandling admit(HttpExchange head, RouteTable.Variables path) {
        String cluster = path.get("cluster");
        BatchDecoder decoder = decoder(
                head.header("Content-Type").orElse(""),
                head.header("Content-Encoding").orElse(""));
        return new RequestHandling.HandOver(
                new BodyLimit("a batch", bodyBytes),
                (exchange, body, responder) -> take(exchange, cluster, decoder, body, responder));
    }

    /// Decoder for a `Content-Type` and `Content-Encoding`, which may be empty.
    ///
    /// @throws HttpProblem 415 if they are not supported
    private BatchDecoder decoder(String contentType, String encoding) {
        int parameters = contentType.indexOf(';');
        String mediaType = (parameters < 0 ? contentType : contentType.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
        ContentCoding coding = ContentCoding.named(encoding)
                .orElseThrow(
                        () -> HttpProblem.of(415, "Unsupported Content-Encoding: must be identity, gzip or zstd."));
        return switch (mediaType) {
            case JsonDecoder.MEDIA_TYPE -> new JsonDecoder(limits, coding);
            case BinaryEncoder.MEDIA_TYPE -> {
                if (coding != ContentCoding.IDENTITY) {
                    throw HttpProblem.of(
                            415,
                            "Batches of type %s are compressed internally: send them without Content-Encoding."
                                    .formatted(BinaryEncoder.MEDIA_TYPE));
                }
                yield new BinaryDecoder(limits);
            }
            default ->
                throw HttpProblem.of(
                        415,
                        "Unsupported Content-Type: a batch must be %s or %s."
                                .formatted(BinaryEncoder.MEDIA_TYPE, JsonDecoder.MEDIA_TYPE));
        };
    }

    private void take(
            HttpExchange exchange,
            String id,
            BatchDecoder decoder,
            byte[] body,
            Consumer<RequestHandling.Work> responder) {
        Cluster cluster = clusters.register(id).orElseThrow(() -> limitReached(id));
        ingestExecutor.take(
                cluster,
                decoder,
                body,
                timing(exchange),
                exchange::closed,
                attempt -> responder.accept(to -> answer(to, attempt)));
    }

    private static void answer(HttpExchange exchange, IngestExecutor.Attempt attempt) {
        try {
            attempt.answer().ifPresent(answer -> SyncResponses.send(exchange, answer));
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
