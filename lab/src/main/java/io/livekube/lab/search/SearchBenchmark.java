package io.livekube.lab.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.BenchException;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import io.livekube.lab.child.Latencies;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The benchmark `search`: time to the first page of a search over HTTP, and memory of the index.
public final class SearchBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int HEAP_MB = 4_500;

    private static final String NOWHERE = "zzqqxx";

    /// Queries as users type them, by their names in the results.
    private static final Map<String, String> QUERIES = new LinkedHashMap<>();

    static {
        QUERIES.put("word", "checkout");
        QUERIES.put("crashing", "kind:pod status:crashloop");
        QUERIES.put("image", "image:api cluster:prod*");
        QUERIES.put("two_words", "api prod -kind:event");
        QUERIES.put("letter", "a");
        QUERIES.put("four_words", "api prod web a");
        QUERIES.put("without", "api -prod");
        QUERIES.put("beginning", "cart-*");
        QUERIES.put("label", "label:app.kubernetes.io/part-of=content-dev");
        QUERIES.put("cluster", "cluster:prod*");
        QUERIES.put("everything", "-name:" + NOWHERE);
        QUERIES.put("nothing", NOWHERE);
    }

    @Override
    public String name() {
        return "search";
    }

    @Override
    public String question() {
        return "how long does the first page of a search over a million objects take?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("clusters", "clusters that the hub holds", 20, 4),
                Option.of("pods", "pods of each; 23,000 make 50,000 objects", 23_000, 500),
                Option.of("rounds", "rounds over all queries", 5, 2),
                Option.of("searches", "searches a query and round", 60, 10));
    }

    @Override
    public void run(Run run) throws Exception {
        int clusters = run.options().number("clusters");
        Path tokens = run.write(
                "tokens",
                IntStream.range(0, clusters)
                        .mapToObj(i -> FilledHub.cluster(i) + " a-token-of-the-cluster-" + i + "\n")
                        .collect(Collectors.joining()));
        ChildProcess hub = run.start(
                "hub",
                JavaChild.command(
                        FilledHub.class,
                        HEAP_MB,
                        tokens.toString(),
                        Integer.toString(clusters),
                        run.options().text("pods")));
        JsonNode ready = hub.await("ready", LIMIT);
        Results results = run.results();
        results.figure("objects", ready.path("objects").asDouble());
        run.progress(
                "%,d objects in %d clusters".formatted(ready.path("objects").asLong(), clusters));
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI url = URI.create(ready.path("url").asText());
            awaitAll(run, client, url);
            hub.ask("settle", Child.fields(), LIMIT);
            JsonNode index = hub.ask("index");
            results.figure(
                    "index_bytes_per_object",
                    index.path("bytes").asDouble() / index.path("objects").asDouble());
            for (int i = 0; i < run.options().number("searches"); i++) { // so that everything is compiled
                for (String query : QUERIES.values()) {
                    search(client, url, query);
                }
            }
            hub.ask("gc");
            hub.ask("trickle");
            for (int round = 1; round <= run.options().number("rounds"); round++) {
                for (Map.Entry<String, String> query : QUERIES.entrySet()) {
                    measure(run, client, url, query.getKey(), query.getValue());
                }
                run.progress("round " + round);
            }
        }
        double worst = QUERIES.keySet().stream()
                .mapToDouble(query -> results.median("first_page_p99_ms", query))
                .max()
                .orElseThrow();
        results.figure("search_p99_ms", worst);
        results.figure("heap_mb", hub.ask("gc").path("heap_bytes").asDouble() / 1e6);
    }

    private static void measure(Run run, HttpClient client, URI url, String name, String query)
            throws IOException, InterruptedException {
        var latencies = new Latencies();
        JsonNode answer = Child.fields();
        for (int i = 0; i < run.options().number("searches"); i++) {
            long began = System.nanoTime();
            answer = search(client, url, query);
            latencies.record(System.nanoTime() - began);
        }
        JsonNode taken = latencies.take();
        run.results().record("first_page_p50_ms", name, taken.path("p50_ms").asDouble());
        run.results().record("first_page_p99_ms", name, taken.path("p99_ms").asDouble());
        run.results().record("found", name, answer.path("total").asDouble());
        if (answer.path("total").asLong() == 0 && !query.equals(NOWHERE)) {
            run.results().invalid("'%s' finds nothing".formatted(query));
        }
    }

    /// Waits until the hub reports that searches cover all objects.
    private static void awaitAll(Run run, HttpClient client, URI url) throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (!search(client, url, "-name:nothing").path("exact").asBoolean()) {
            if (System.nanoTime() - began > LIMIT.toNanos()) {
                throw new BenchException("the hub has not finished indexing after " + LIMIT);
            }
            Thread.sleep(Duration.ofMillis(200));
        }
        run.results().figure("index_lag_s", (System.nanoTime() - began) / 1e9);
        run.progress("everything can be found");
    }

    private static JsonNode search(HttpClient client, URI url, String query) throws IOException, InterruptedException {
        URI search = url.resolve("/api/v1/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(search).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new BenchException("the hub returned HTTP %d: %s".formatted(answer.statusCode(), answer.body()));
        }
        return Child.parse(answer.body());
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("first page, median", "first_page_p50_ms", "ms"),
                new PlotPanel("first page, 99th percentile", "first_page_p99_ms", "ms"));
    }
}
