package io.livekube.hub.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DifferenceCacheTest {
    private static final Snapshot BEFORE = state(7);
    private static final Snapshot AFTER = state(9);

    private final AtomicInteger compared = new AtomicInteger();

    private static Snapshot state(long version) {
        return Snapshot.EMPTY.draft(List.of(), version).snapshot();
    }

    private Optional<List<LogEntry>> compare(Snapshot known, Snapshot present, String namespace) {
        compared.incrementAndGet();
        return StateDifference.between(known, present, namespace);
    }

    @Test
    void oneComparisonServesManyReaders() throws Exception {
        var differences = new DifferenceCache(this::compare);
        Callable<DifferenceCache.Difference> ask = () -> {
            DifferenceCache.Difference difference = differences.of(BEFORE, AFTER, "");
            assertThat(difference.entries()).contains(List.of());
            return difference;
        };
        List<DifferenceCache.Difference> used = new ArrayList<>(); // keeps it reachable
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<DifferenceCache.Difference>> asking = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                asking.add(readers.submit(ask));
            }
            for (Future<DifferenceCache.Difference> one : asking) {
                used.add(one.get());
            }
        }
        assertThat(used).hasSize(2_000).containsOnly(used.getFirst());
        assertThat(compared).hasValue(1);
    }

    @Test
    void otherStatesAndNamespacesAreComparedSeparately() {
        var differences = new DifferenceCache(this::compare);
        List<DifferenceCache.Difference> used = List.of(
                differences.of(BEFORE, AFTER, ""),
                differences.of(BEFORE, AFTER, "default"),
                differences.of(BEFORE, state(9), ""),
                differences.of(state(7), AFTER, ""));
        assertThat(used).doesNotHaveDuplicates();
        used.forEach(DifferenceCache.Difference::entries);
        assertThat(compared).hasValue(4);
    }

    @Test
    void atMostTwoComparisonsRunAtATime() throws Exception {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var two = new CountDownLatch(2);
        var differences = new DifferenceCache((known, present, namespace) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            two.countDown();
            try {
                two.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            running.decrementAndGet();
            return StateDifference.between(known, present, namespace);
        });
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<List<LogEntry>>>> asking = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String namespace = "namespace-" + i;
                asking.add(readers.submit(
                        () -> differences.of(BEFORE, AFTER, namespace).entries()));
            }
            for (Future<Optional<List<LogEntry>>> one : asking) {
                assertThat(one.get()).contains(List.of());
            }
        }
        assertThat(most).hasValue(2);
    }
}
