package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.model.KubeObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class StoreConcurrencyTest {
    private final TestingPods pods = new TestingPods();
    private final Store store = new Store("pods");
    private final ExecutorService others = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        others.shutdownNow();
    }

    @Test
    void readersAlwaysSeeObjectsIndexesDigestAndVersionAgree() throws Exception {
        store.addIndex("node", IndexFunction.nodeName());
        AtomicBoolean done = new AtomicBoolean();
        List<Future<Integer>> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            readers.add(others.submit(() -> readUntil(done)));
        }
        Future<Integer> indexer = others.submit(() -> addAndRemoveAnIndexUntil(done));
        try {
            writeAtRandom(15_000);
        } finally {
            done.set(true);
        }
        for (Future<Integer> reader : readers) {
            assertThat(reader.get()).isPositive();
        }
        assertThat(indexer.get()).isPositive();
    }

    private void writeAtRandom(int writes) {
        Random random = new Random(7);
        for (int version = 1; version <= writes; version++) {
            String name = "pod-" + random.nextInt(300);
            KubeObject pod =
                    pods.pod("a", name, version).on("node-" + random.nextInt(3)).made();
            if (random.nextInt(4) == 0) {
                store.remove(pod);
            } else if (random.nextInt(1_000) == 0) {
                store.replace(List.of(pod), version);
            } else {
                store.apply(pod);
            }
        }
    }

    private int readUntil(AtomicBoolean done) {
        int rounds = 0;
        long lastVersion = 0;
        do {
            Snapshot now = store.snapshot();
            List<KubeObject> all = List.copyOf(now.list());
            assertThat(all).hasSize(now.size());
            assertThat(Digest.of(all)).isEqualTo(now.digest());
            for (int node = 0; node < 3; node++) {
                String name = "node-" + node;
                assertThat(now.byIndex("node", name))
                        .isEqualTo(all.stream()
                                .filter(o ->
                                        o.field("spec.nodeName").orElseThrow().equals(name))
                                .toList());
            }
            assertThat(now.resourceVersion()).isGreaterThanOrEqualTo(lastVersion);
            assertThat(all).allSatisfy(o -> assertThat(o.resourceVersion()).isLessThanOrEqualTo(now.resourceVersion()));
            lastVersion = now.resourceVersion();
            rounds++;
        } while (!done.get());
        return rounds;
    }

    private int addAndRemoveAnIndexUntil(AtomicBoolean done) {
        int rounds = 0;
        do {
            store.addIndex("name", object -> List.of(object.name()));
            Snapshot now = store.snapshot();
            now.list().forEach(o -> assertThat(now.byIndex("name", o.name())).containsExactly(o));
            store.removeIndex("name");
            rounds++;
        } while (!done.get());
        return rounds;
    }

    @Test
    void aSecondWriterAtTheSameTimeIsRefused() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        store.addIndex("slow", object -> {
            writing.countDown();
            awaitUninterrupted(goOn);
            return List.of();
        });
        KubeObject first = pods.pod("a", "web", 1).made();
        KubeObject second = pods.pod("a", "db", 2).made();
        Future<List<Change>> slow = others.submit(() -> store.apply(first));
        writing.await();
        assertThatThrownBy(() -> store.apply(second))
                .isInstanceOf(ConcurrentWriteException.class)
                .hasMessageContaining("store of pods")
                .hasMessageContaining("one writer at a time");
        goOn.countDown();
        assertThat(slow.get()).hasSize(1);
        assertThat(store.apply(second)).hasSize(1);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void waitersForAVersionContinueWhenItArrives() throws Exception {
        store.bookmark(5);
        assertThat(store.awaitVersion(5, Duration.ZERO)).isTrue();
        assertThat(store.awaitVersion(6, Duration.ofMillis(5))).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> store.awaitVersion(6, Duration.ofSeconds(-1)));
        for (int version = 6; version < 500; version++) {
            long awaited = version;
            Future<Boolean> waiter = others.submit(() -> store.awaitVersion(awaited, Duration.ofSeconds(50)));
            store.bookmark(version);
            assertThat(waiter.get()).isTrue();
        }
    }

    @Test
    void closingWakesWaiters() throws InterruptedException, ExecutionException {
        Future<Boolean> waiter = others.submit(() -> store.awaitVersion(6, Duration.ofSeconds(50)));
        store.close();
        assertThat(waiter.get()).isFalse();
    }
}
