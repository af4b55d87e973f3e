package io.livekube.lab.sync;

import com.dynatrace.hash4j.hashing.Hashing;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.Resource;
import io.livekube.hub.ingest.Ingest;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.hub.ingest.SnapshotSlots;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ReceiverState;
import io.livekube.protocol.SharedObjects;
import io.livekube.protocol.binary.BinaryDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A relay in front of a hub that records every batch, and can decode them.
final class WireTap implements AutoCloseable {
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI hub;
    private final List<byte[]> batches = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private WireTap(HttpServer server, URI hub) {
        this.server = server;
        this.hub = hub;
    }

    static WireTap before(URI hub) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var tap = new WireTap(server, hub);
        server.createContext("/", tap::relay);
        server.setExecutor(tap.threads); // a request for tasks waits, while batches continue
        server.start();
        return tap;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// The batches as they are on the wire.
    List<byte[]> batches() {
        return List.copyOf(batches);
    }

    /// The JSON of all objects that the batches put, whole or as differences.
    List<String> objects() throws ProtocolException {
        List<String> objects = new ArrayList<>();
        var ingest = new Ingest(
                IngestConfig.defaults(),
                new ClusterMirror("tap"),
                new SnapshotSlots(1, Duration.ofMinutes(1), new SplittableRandom(1)));
        var decoder = new BinaryDecoder(BatchLimits.defaults());
        for (byte[] body : batches) {
            IncomingBatch incoming = decoder.open(body);
            long hash = Hashing.xxh3_64().hashBytesToLong(body);
            Instant now = Instant.EPOCH;
            if (ingest.admit(incoming.session(), incoming.sequence(), hash, now).isEmpty()) {
                ingest.take(incoming.decode(listening(ingest.receiverState(), objects)), hash, now);
            }
        }
        return objects;
    }

    private static ReceiverState listening(ReceiverState hub, List<String> objects) {
        return new ReceiverState() {
            @Override
            public SharedObjects held(Resource resource) {
                return hub.held(resource);
            }

            @Override
            public List<KubeObject> recent() {
                return hub.recent();
            }

            @Override
            public KubeObject decode(Resource resource, byte[] json, int from, int to) throws MalformedObjectException {
                objects.add(new String(json, from, to - from, StandardCharsets.UTF_8));
                return hub.decode(resource, json, from, to);
            }
        };
    }

    private void relay(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestURI().getPath().endsWith("/sync")) {
                batches.add(body);
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(hub.resolve(exchange.getRequestURI()))
                    .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
            for (String header : List.of("Authorization", "Content-Type", "Content-Encoding")) {
                exchange.getRequestHeaders()
                        .getOrDefault(header, List.of())
                        .forEach(value -> request.header(header, value));
            }
            HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
            answer.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            boolean empty = answer.body().length == 0;
            exchange.sendResponseHeaders(answer.statusCode(), empty ? -1 : answer.body().length);
            if (!empty) {
                exchange.getResponseBody().write(answer.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.shutdownNow();
    }
}
