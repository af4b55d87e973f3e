package io.livekube.hub.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.cluster.IngestExecutorConfig;
import io.livekube.hub.subscription.MemoryPressureMonitor;
import io.livekube.hub.watch.WatchConfig;
import io.livekube.hub.watch.WatchTimes;
import io.livekube.hub.watch.Watches;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Concurrent scrapes.
@Timeout(60)
class ScrapeTest {
    /// Makes the first scrape wait, while it collects, until a second one has arrived.
    private static final class Meeting implements InstantSource {
        private final AtomicInteger here = new AtomicInteger();
        private final CountDownLatch both = new CountDownLatch(1);
        private final AtomicBoolean met = new AtomicBoolean();

        @Override
        public Instant instant() {
            if (here.incrementAndGet() > 1) {
                met.set(true);
                both.countDown();
            }
            try {
                var _ = both.await(300, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                here.decrementAndGet();
            }
            return Instant.EPOCH;
        }
    }

    @Test
    void concurrentScrapeWaitsAndGetsAllMetrics() throws Exception {
        var meeting = new Meeting();
        try (TestingHub hub = TestingHub.start();
                var ingestExecutor = new IngestExecutor(IngestExecutorConfig.defaults(), InstantSource.system());
                var metrics = new HubMetrics();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(hub.hub().clusters().register("demo")).isPresent();
            var subscriptions = hub.hub().subscriptions();
            var watches = new Watches(WatchConfig.defaults(), WatchTimes.defaults(), subscriptions, meeting);
            var memory =
                    new MemoryPressureMonitor(hub.hub().clusters(), subscriptions, watches.limit(), () -> 0, meeting);
            metrics.watch(new HubMetrics.HubState(
                    hub.hub().clusters(), ingestExecutor, subscriptions, watches, memory, meeting));
            var barrier = new CyclicBarrier(2);
            Callable<String> scrape = () -> {
                barrier.await();
                return metrics.scrape();
            };
            List<Future<String>> answers = List.of(threads.submit(scrape), threads.submit(scrape));
            for (Future<String> answer : answers) {
                assertThat(answer.get()).contains("livekube_hub_cluster_on{cluster=\"demo\"} 1.0");
            }
        }
        assertThat(meeting.met).isFalse();
    }
}
