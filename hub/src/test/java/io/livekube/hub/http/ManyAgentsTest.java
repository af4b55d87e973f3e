package io.livekube.hub.http;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.ReceptionConfig;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many agents at once, more than the hub can work on.
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
    void twoHundredAgentsAtOnceAreAllServed() throws InterruptedException {
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

    @Test
    void whereTheQueueIsFullTheRestIsToldToComeBack() throws InterruptedException {
        try (TestingHub hub = TestingHub.start(config -> config.withReception(new ReceptionConfig(1, 1, 2)))) {
            String large = full(SESSION, 5_000);
            List<HttpResponse<String>> answers = atOnce(IntStream.range(0, 40)
                    .<Callable<HttpResponse<String>>>mapToObj(i -> () -> hub.post("c" + i, large))
                    .toList());

            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.statusCode()).isIn(200, 429));
            assertThat(answers)
                    .anySatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
            assertThat(answers).anySatisfy(answer -> {
                assertThat(answer.statusCode()).isEqualTo(429);
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                assertThat(answer.body())
                        .contains("\"BackOff\"")
                        .contains("\"error\"")
                        .contains("busy");
            });
        }
    }

    @Test
    void beyondTheNumberOfRequestsAtOnceTheRestIsToldToComeBack() throws InterruptedException {
        try (TestingHub hub = TestingHub.start(config -> TestingHub.with(config, limits -> limits.withRequests(1)))) {
            String large = full(SESSION, 5_000);
            List<HttpResponse<String>> answers = atOnce(IntStream.range(0, 20)
                    .<Callable<HttpResponse<String>>>mapToObj(i -> () -> hub.post("c" + i, large))
                    .toList());

            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.statusCode()).isIn(200, 429));
            assertThat(answers).anySatisfy(answer -> assertThat(answer.body()).contains("requests at once"));
            assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void bodiesTogetherHaveTheirLimitOfMemory() throws InterruptedException {
        try (TestingHub hub = TestingHub.start(config -> TestingHub.with(
                config, limits -> limits.withBufferedBytes(limits.bodies().bytes())))) {
            String large = full(SESSION, 15_000);
            List<HttpResponse<String>> answers = atOnce(IntStream.range(0, 20)
                    .<Callable<HttpResponse<String>>>mapToObj(i -> () -> hub.post("c" + i, large))
                    .toList());

            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.statusCode()).isIn(200, 429));
            assertThat(answers).anySatisfy(answer -> assertThat(answer.body()).contains("memory"));
            assertThat(hub.post("demo", full(SESSION, 15_000)).statusCode())
                    .as("and all of it is given back")
                    .isEqualTo(200);
        }
    }
}
