package io.livekube.hub.rest;

import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.livekube.hub.TestingBatches;
import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.BatchTiming;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.cluster.IngestExecutorConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Health checks and metrics of the hub.
@Timeout(60)
class HealthTest {
    private static final Duration OFTEN = Duration.ofMillis(20);

    @Test
    void stuckBatchFailsLiveness() throws Exception {
        var release = new CountDownLatch(1);
        BatchDecoder stuck = body -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new ProtocolException(ProtocolException.Problem.MALFORMED, "it was never meant to be read");
        };
        try (TestingHub hub = TestingHub.start();
                var ingestExecutor = new IngestExecutor(IngestExecutorConfig.defaults(), InstantSource.system())) {
            Cluster cluster = hub.hub().clusters().register("demo").orElseThrow();
            var liveness = new Liveness(ingestExecutor, () -> Duration.ZERO, Duration.ofMinutes(1), OFTEN);
            assertThat(liveness.problems()).isEmpty();
            var now = new BatchTiming(System.nanoTime(), Optional.empty());
            var failure = new CompletableFuture<Throwable>();
            ingestExecutor.take(
                    cluster,
                    stuck,
                    new byte[1],
                    now,
                    () -> false,
                    attempt -> failure.complete(catchThrowable(attempt::answer)));
            await().untilAsserted(() -> assertThat(liveness.problems())
                    .singleElement()
                    .asString()
                    .startsWith("ingest is stuck: a batch has been in progress for"));
            release.countDown();
            assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(ProtocolException.class);
            assertThat(liveness.problems()).isEmpty();
        }
    }

    @Test
    void overdueIdleCheckFailsLiveness() {
        try (var ingestExecutor = new IngestExecutor(IngestExecutorConfig.defaults(), InstantSource.system())) {
            var liveness =
                    new Liveness(ingestExecutor, () -> Duration.ofMinutes(5), Duration.ofMinutes(1), Liveness.STUCK);
            assertThat(liveness.problems()).containsExactly("idle clusters have not been checked for 300 s");
        }
    }

    @Test
    void restartedHubIsReadyOnceActiveClustersAreSynced() {
        try (TestingHub hub = TestingHub.start()) {
            assertThat(hub.get("/readyz").statusCode()).isEqualTo(503);
            assertThat(hub.get("/readyz").body()).startsWith("warming up: waiting for agents");
            assertThat(hub.hub().clusters().register("demo")).isPresent();
            assertThat(hub.get("/readyz").body()).isEqualTo("warming up: 0 of 1 clusters are synced\n");
            assertThat(hub.post("demo", TestingBatches.full(TestingBatches.SESSION, 3))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(hub.get("/readyz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void readinessDoesNotWaitForever() {
        try (TestingHub hub = TestingHub.start()) {
            assertThat(hub.hub().clusters().register("demo")).isPresent();
            assertThat(hub.get("/readyz").statusCode()).isEqualTo(503);
            hub.putClockForward(Duration.ofSeconds(31));
            assertThat(hub.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(hub.get("/healthz").body()).isEqualTo("ok\n");
        }
    }

    @Test
    void metricsOfARemovedClusterAreRemoved() {
        try (TestingHub hub = TestingHub.start()) {
            assertThat(hub.post("demo", TestingBatches.full(TestingBatches.SESSION, 3))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(hub.get("/clusters/demo/api/v1/pods").statusCode()).isEqualTo(200);
            assertThat(hub.get("/metrics").body())
                    .contains("livekube_hub_batches_total{answer=\"acknowledged\",cluster=\"demo\"} 1.0")
                    .contains("livekube_hub_reads_total{cluster=\"demo\",source=\"mirror\",state=\"fresh\"} 1.0")
                    .contains("livekube_hub_kind_objects{cluster=\"demo\",kind=\"pods\"}");
            assertThat(hub.send(hub.request("/api/v1/clusters/demo").DELETE()).statusCode())
                    .isLessThan(300);
            assertThat(hub.get("/metrics").body()).doesNotContain("cluster=\"demo\"");

            assertThat(hub.post("demo", TestingBatches.full(TestingBatches.SESSION, 3))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(hub.get("/metrics").body())
                    .as("counted from zero when it is back")
                    .contains("livekube_hub_batch_bytes_count{cluster=\"demo\"} 1");
        }
    }

    @Test
    void metricsRequireReaderAccess(@TempDir Path dir) throws Exception {
        Path readers = Files.writeString(dir.resolve("readers"), "a-reader-token-0123456789abcdef\n");
        try (TestingHub hub = TestingHub.start(config -> config.withReaderTokensFile(readers))) {
            assertThat(hub.get("/metrics").statusCode()).isEqualTo(401);
            assertThat(hub.send(hub.request("/metrics")
                                    .header("Authorization", "Bearer a-reader-token-0123456789abcdef"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(hub.get("/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void freshnessIsMeasuredFromWhenTheAgentSawTheChange() {
        try (TestingHub hub = TestingHub.start(
                config -> config.withControl(ControlConfig.defaults().withMode(SyncMode.ON)))) {
            assertThat(hub.post("demo", TestingBatches.full(TestingBatches.SESSION, 3))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(hub.send(hub.batch(
                                            "demo",
                                            TestingBatches.delta(
                                                            TestingBatches.SESSION, 2, "default", "pod-00000", 60_000)
                                                    .getBytes(StandardCharsets.UTF_8))
                                    .header("X-Livekube-Waited-Ms", "2500"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(hub.get("/metrics").body())
                    .contains("livekube_freshness_seconds_bucket{cluster=\"demo\",le=\"1.0\"} 0")
                    .contains("livekube_freshness_seconds_bucket{cluster=\"demo\",le=\"10.0\"} 1");
        }
    }
}
