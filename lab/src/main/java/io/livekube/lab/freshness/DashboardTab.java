package io.livekube.lab.freshness;

import io.livekube.lab.bench.BenchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// The hub's side of one browser tab: the stream that its page follows, and a search now and then.
final class DashboardTab implements AutoCloseable {
    private final HttpClient client;
    private final URI hub;
    private final AtomicLong events = new AtomicLong();
    private final Stream<String> lines;
    private final Thread thread;

    private DashboardTab(HttpClient client, URI hub, Stream<String> lines) {
        this.client = client;
        this.hub = hub;
        this.lines = lines;
        this.thread = Thread.ofVirtual().unstarted(this::read);
    }

    /// Opens the page's stream.
    ///
    /// @param path of the stream, as in the dashboard's `streamUrl`; empty for a tab that only searches
    static DashboardTab open(URI hub, String path) throws IOException, InterruptedException {
        var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        if (path.isEmpty()) {
            return new DashboardTab(client, hub, Stream.of());
        }
        HttpResponse<InputStream> answer = client.send(
                HttpRequest.newBuilder(hub.resolve(path))
                        .header("Accept", "text/event-stream")
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new BenchException("the hub answered %s with %d".formatted(path, answer.statusCode()));
        }
        var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)).lines();
        var tab = new DashboardTab(client, hub, lines);
        tab.thread.start();
        return tab;
    }

    private void read() {
        try {
            lines.filter(line -> line.startsWith("event: rows")).forEach(_ -> events.incrementAndGet());
        } catch (UncheckedIOException e) {
            return; // closed
        }
    }

    /// How many events with rows have arrived so far.
    long events() {
        return events.get();
    }

    /// Types a word into the search box.
    void search(String query) throws IOException, InterruptedException {
        HttpResponse<Void> answer = client.send(
                HttpRequest.newBuilder(hub.resolve("/api/v1/search?limit=50&q=" + query))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        if (answer.statusCode() != 200) {
            throw new BenchException("the hub answered a search with " + answer.statusCode());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
