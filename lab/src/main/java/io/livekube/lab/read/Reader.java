package io.livekube.lab.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.lab.child.Child;
import io.livekube.lab.child.Latencies;
import io.livekube.lab.child.ObjectSetDigest;
import io.livekube.testkit.ApiEndpoint;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// A child that reads pods with plain HTTP/1.1: `list`, `get`, `watch` and `latency`.
///
/// Measurements end with the last byte of the response, before decompression and parsing, so that the figures
/// are the server's.
public final class Reader {
    private static final String PODS = "/api/v1/pods";

    private final ApiEndpoint server;
    private final HttpClient http;
    private final Latencies gets = new Latencies();
    private final Latencies watched = new Latencies();
    private List<PodList.Item> pods = List.of();
    private String resourceVersion = "";

    private Reader(ApiEndpoint server) {
        this.server = server;
        this.http = server.newHttpClient();
    }

    /// Arguments: the server's URL, its token or "", a PEM file of its certificate authority or "".
    public static void main(String[] args) {
        Child.main(child -> {
            var server = new ApiEndpoint(
                    URI.create(args[0]),
                    Optional.of(args[1]).filter(token -> !token.isEmpty()),
                    args[2].isEmpty() ? Optional.empty() : Optional.of(Files.readString(Path.of(args[2]))));
            var reader = new Reader(server);
            child.emit("ready", Child.fields());
            child.serve(Map.of(
                    "list",
                    reader::list,
                    "get",
                    reader::get,
                    "watch",
                    command -> reader.watch(),
                    "latency",
                    reader::latency));
        });
    }

    /// LISTs all pods in pages of `limit` (0: whole), with `gzip` or without; answers seconds, bytes on the wire, count
    /// and
    /// digest.
    private ObjectNode list(JsonNode command) throws IOException, InterruptedException {
        int limit = command.path("limit").asInt();
        boolean gzip = command.path("gzip").asBoolean();
        var digest = new ObjectSetDigest();
        List<PodList.Item> found = new ArrayList<>();
        long nanos = 0;
        long bytes = 0;
        int pages = 0;
        String continueToken = "";
        do {
            String query = "?limit=" + limit + (continueToken.isEmpty() ? "" : "&continue=" + continueToken);
            HttpRequest.Builder request = request(PODS + query).header("Accept", "application/json");
            if (gzip) {
                request.header("Accept-Encoding", "gzip");
            }
            long before = System.nanoTime();
            HttpResponse<byte[]> answer = send(request.build(), BodyHandlers.ofByteArray());
            nanos += System.nanoTime() - before;
            bytes += answer.body().length;
            pages++;
            PodList page = PodList.parse(plain(answer));
            page.items().forEach(item -> digest.add(item.namespace(), item.name(), item.resourceVersion()));
            found.addAll(page.items());
            resourceVersion = page.resourceVersion();
            continueToken = page.continueToken();
        } while (!continueToken.isEmpty());
        pods = found;
        return digest.fields().put("seconds", nanos / 1e9).put("bytes", bytes).put("pages", pages);
    }

    /// GETs `count` of the pods listed last, one after the other.
    private ObjectNode get(JsonNode command) throws IOException, InterruptedException {
        int count = command.path("count").asInt();
        for (int i = 0; i < count; i++) {
            PodList.Item pod = pods.get((int) ((long) i * pods.size() / count));
            HttpRequest request = request("/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name())
                    .build();
            long before = System.nanoTime();
            send(request, BodyHandlers.ofByteArray());
            gets.record(System.nanoTime() - before);
        }
        return gets.take();
    }

    /// Watches all pods from the last LIST on, and resumes when the server ends the watch; `latency` reports
    /// the age of each change.
    private ObjectNode watch() throws IOException, InterruptedException {
        InputStream body = open(resourceVersion);
        Thread.ofPlatform().name("watch").start(() -> follow(body));
        return Child.fields().put("resourceVersion", resourceVersion);
    }

    private void follow(InputStream first) {
        try {
            InputStream body = first;
            for (String from = resourceVersion; ; body = open(from)) {
                from = new WatchedChanges(body, watched).read(from);
                System.err.println("the server ended the watch at version " + from);
            }
        } catch (IOException e) {
            System.err.println("the watch failed: " + e); // the harness counts unseen changes
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private InputStream open(String from) throws IOException, InterruptedException {
        return send(request(PODS + "?watch=true&resourceVersion=" + from).build(), BodyHandlers.ofInputStream())
                .body();
    }

    /// The ages of the changes watched, once there are `await` of them or ten seconds have passed.
    private ObjectNode latency(JsonNode command) throws InterruptedException {
        watched.await(command.path("await").asLong(), Duration.ofSeconds(10));
        return watched.take();
    }

    private HttpRequest.Builder request(String path) {
        return server.request(path).header("User-Agent", "livekube-lab");
    }

    private <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> body)
            throws IOException, InterruptedException {
        HttpResponse<T> answer = http.send(request, body);
        if (answer.statusCode() != 200) {
            throw new IOException(request.uri() + " answered " + answer.statusCode());
        }
        return answer;
    }

    private static InputStream plain(HttpResponse<byte[]> answer) throws IOException {
        var body = new ByteArrayInputStream(answer.body());
        boolean gzipped =
                answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
        return gzipped ? new GZIPInputStream(body) : body;
    }
}
