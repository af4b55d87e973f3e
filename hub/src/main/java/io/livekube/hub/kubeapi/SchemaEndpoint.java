package io.livekube.hub.kubeapi;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.read.FetchedDocument;
import io.livekube.hub.read.FreshnessHeaders;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.ServerDocuments;
import io.livekube.hub.transport.AcceptEncoding;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.ResponseHead;
import io.livekube.protocol.Task;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/// Serves the OpenAPI documents of a cluster as its API server does: `/openapi/v2`, `/openapi/v3` and
/// everything below it.
///
/// `?hash=` identifies the content of a document, as in the v3 index, so such a response never changes. An
/// outdated hash is redirected to the current one.
record SchemaEndpoint(ServerDocuments documents) {
    private static final List<String> V2 = List.of(
            ResponseHead.JSON,
            "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
            "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
    private static final List<String> V3 = List.of(
            ResponseHead.JSON,
            "application/com.github.proto-openapi.spec.v3@v1.0+protobuf",
            "application/com.github.proto-openapi.spec.v3.v1.0+protobuf");

    void answer(HttpExchange exchange, Cluster cluster, String path) throws InterruptedException {
        if (!Task.Document.isPath(path)) {
            throw HttpProblem.of(404, "No OpenAPI document at this path.");
        }
        List<String> types = path.startsWith("/openapi/v3") ? V3 : V2;
        String accept = path.equals("/openapi/v3")
                ? ResponseHead.JSON
                : AcceptHeader.of(exchange)
                        .mediaType(types)
                        .orElseThrow(() -> HttpProblem.of(
                                406, "only the following media types are accepted: " + String.join(", ", types)));
        String hash = exchange.parameter("hash").orElse("");
        try {
            ServerDocuments.Served served = documents.get(cluster, path, accept, hash);
            FreshnessHeaders.put(exchange, served.provenance(), path, cluster);
            send(exchange, cluster, path, hash, served.document());
        } catch (ReadFailedException e) {
            throw FreshnessHeaders.failed(exchange, e, path, cluster);
        }
    }

    private static void send(
            HttpExchange exchange, Cluster cluster, String path, String hash, FetchedDocument document) {
        exchange.setHeader("Vary", "Accept, Accept-Encoding");
        if (!document.etag().isEmpty()) {
            exchange.setHeader("Etag", document.etag());
        }
        if (!hash.isEmpty() && !document.hash().isEmpty() && !hash.equals(document.hash())) {
            exchange.setHeader("Location", "/clusters/%s%s?hash=%s".formatted(cluster.id(), path, document.hash()));
            exchange.sendNothing(301);
            return;
        }
        String caching = hash.isEmpty() ? "no-cache, private" : "private, max-age=31536000, immutable";
        boolean known = !document.etag().isEmpty()
                && exchange.header("If-None-Match")
                        .filter(document.etag()::equals)
                        .isPresent();
        if (known) {
            exchange.setHeader("Cache-Control", caching);
            exchange.sendNothing(304);
        } else if (AcceptEncoding.of(exchange).has("gzip")) {
            exchange.setHeader("Content-Encoding", "gzip");
            exchange.send(200, document.type(), Buffer.buffer(document.gzipped()), caching);
        } else {
            exchange.send(200, document.type(), Buffer.buffer(document.content()), caching);
        }
    }
}
