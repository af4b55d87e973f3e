package io.livekube.lab.control;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;

/// Simulated readers who click through a cluster's kinds, each at its own pace; the same clicks in every run.
///
/// @param pause between two clicks of one reader, on average
record SimulatedReaders(int readers, Duration time, Duration pause) {
    private static final List<String> VIEWS = List.of(
            "/api/v1/pods",
            "/apis/apps/v1/deployments",
            "/api/v1/services",
            "/api/v1/events",
            "/api/v1/nodes",
            "/api/v1/namespaces/default/pods",
            "/apis/apps/v1/replicasets",
            "/api/v1/configmaps");

    /// @param oldest maximum age that an answer stated
    record Outcome(int clicks, int failures, String firstFailure, double p50Ms, double p99Ms, Duration oldest) {}

    /// Clicks until the time is over.
    ///
    /// @param cluster the root of its Kubernetes API
    Outcome on(URI cluster) throws Exception {
        var latencies = new ConcurrentHistogram(Duration.ofMinutes(2).toNanos(), 3);
        var clicks = new AtomicInteger();
        var failures = new AtomicInteger();
        var firstFailure = new AtomicReference<>("");
        var oldest = new AtomicLong();
        try (var client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> all = new ArrayList<>();
            for (int reader = 0; reader < readers; reader++) {
                var random = new SplittableRandom(reader);
                long end = System.nanoTime() + time.toNanos();
                all.add(threads.submit((Callable<Void>) () -> {
                    Thread.sleep(random.nextLong(pause.toMillis()));
                    while (System.nanoTime() < end) {
                        String view = VIEWS.get(random.nextInt(VIEWS.size()));
                        long began = System.nanoTime();
                        HttpResponse<byte[]> answer = get(client, URI.create(cluster + view));
                        latencies.recordValue(System.nanoTime() - began);
                        clicks.incrementAndGet();
                        if (answer.statusCode() != 200) {
                            failures.incrementAndGet();
                            firstFailure.compareAndSet(
                                    "", view + ": " + new String(answer.body(), StandardCharsets.UTF_8));
                        }
                        answer.headers()
                                .firstValueAsLong("X-Livekube-Age-Ms")
                                .ifPresent(age -> oldest.accumulateAndGet(age, Math::max));
                        Thread.sleep(pause.toMillis() / 2 + random.nextLong(pause.toMillis()));
                    }
                    return null;
                }));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
        return new Outcome(
                clicks.get(),
                failures.get(),
                firstFailure.get(),
                latencies.getValueAtPercentile(50) / 1e6,
                latencies.getValueAtPercentile(99) / 1e6,
                Duration.ofMillis(oldest.get()));
    }

    private static HttpResponse<byte[]> get(HttpClient client, URI uri) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(1)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }
}
