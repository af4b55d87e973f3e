package io.livekube.hub.agentapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.IngestExecutorConfig;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many agents at once, more than the hub can serve.
@Timeout(120)
class ManyAgentsTest {
    private static <T> List<T> atOnce(List<? extends Callable<T>> tasks) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(tasks).stream().map(ManyAgentsTest::done).toList();
        }
    }

    private static <T> T done(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void twoHundredConcurrentAgentsAreAllServed() throws InterruptedException {
        try (TestingHub hub = TestingHub.start()) {
            List<Boolean> served = atOnce(IntStream.range(0, TestingHub.MANY)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        String cluster = "c" + i;
                        boolean all = hub.post(cluster, full(SESSION, 50)).statusCode() == 200;
                        for (int n = 2; n <= 5; n++) {
                            all &= hub.post(cluster, delta(SESSION, n, "default", "p" + n, 60_000 + n))
                                            .statusCode()
                                    == 200;
                        }
                        return all;
                    })
                    .toList());

            assertThat(served).hasSize(TestingHub.MANY).containsOnly(true);
            assertThat(hub.hub().clusters().all()).hasSize(TestingHub.MANY);
            assertThat(hub.hub().clusters().all().stream().map(Cluster::mirror)).allSatisfy(mirror -> {
                assertThat(mirror.contact().orElseThrow().sequence()).isEqualTo(5);
                assertThat(mirror.kinds().getLast().store().size()).isEqualTo(54);
            });
        }
    }

    /// The responses to as many agents at once; no batch completes before all excess ones are rejected.
    ///
    /// @param taken how many are accepted
    private static List<HttpResponse<String>> refusedBeside(int taken, TestingHub hub, int agents, String batch) {
        var release = new CountDownLatch(1);
        hub.holdBatches(release);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> answers = IntStream.range(0, agents)
                    .mapToObj(i -> threads.submit(() -> hub.post("c" + i, batch)))
                    .toList();
            try {
                await().until(() -> answers.stream().filter(Future::isDone).count() >= agents - taken);
            } finally {
                release.countDown();
            }
            Map<Boolean, List<HttpResponse<String>>> byTaken = answers.stream()
                    .map(ManyAgentsTest::done)
                    .collect(Collectors.partitioningBy(answer -> answer.statusCode() == 200));
            assertThat(byTaken.get(true)).hasSize(taken);
            assertThat(byTaken.get(false))
                    .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(429));
            return byTaken.getOrDefault(false, List.of());
        }
    }

    private static void assertAcceptsBatchesAgain(TestingHub hub, String batch) {
        // A request's slot is released shortly after its response.
        await().until(() -> hub.post("demo", batch).statusCode() == 200);
    }

    @Test
    void fullQueueTellsFurtherAgentsToRetry() {
        try (TestingHub hub = TestingHub.start(new IngestExecutorConfig(1, 1, 2))) {
            assertThat(refusedBeside(2, hub, 40, full(SESSION, 5_000))).allSatisfy(answer -> {
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                assertThat(answer.body())
                        .contains("\"BackOff\"")
                        .contains("\"error\"")
                        .contains("busy");
            });
        }
    }

    @Test
    void requestLimitTellsFurtherAgentsToRetry() {
        try (TestingHub hub = TestingHub.start(config -> config, limits -> limits.withRequests(1))) {
            assertThat(refusedBeside(1, hub, 20, full(SESSION, 5_000)))
                    .allSatisfy(answer -> assertThat(answer.body()).contains("which is the limit"));
            assertAcceptsBatchesAgain(hub, full(SESSION, 3));
        }
    }

    @Test
    void allBodiesShareAMemoryLimit() {
        String large = full(SESSION, 15_000);
        int room = 2 * large.length() + large.length() / 2;
        try (TestingHub hub = TestingHub.start(
                config -> config,
                limits -> limits.withBufferedBytes(Math.max(limits.bodies().bytes(), room)))) {
            assertThat(refusedBeside(2, hub, 20, large))
                    .allSatisfy(answer -> assertThat(answer.body()).contains("memory"));
            assertAcceptsBatchesAgain(hub, large);
        }
    }
}
