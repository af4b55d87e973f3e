package io.livekube.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Real threads in real time. Producers write a version for a key and add the key; consumers note the version
/// they see. The queue guarantees that the last version of each key was seen, and that no two consumers had the
/// same key at once.
@Timeout(180)
class WorkQueueStressTest {
    private static final int KEYS = 40;
    private static final int PRODUCERS = 4;
    private static final int CONSUMERS = 8;
    private static final int ADDS = 20_000;

    private final WorkQueue<Integer> queue = WorkQueue.create(QueueConfig.named("stress")
            .withMaxKeys(KEYS)
            .withRateLimiter(RateLimiter.backoff(Backoff.doubling(Duration.ofNanos(1_000), Duration.ofMillis(1)))));
    private final AtomicIntegerArray written = new AtomicIntegerArray(KEYS);
    private final AtomicIntegerArray seen = new AtomicIntegerArray(KEYS);
    private final AtomicIntegerArray hands = new AtomicIntegerArray(KEYS);
    private final AtomicInteger collisions = new AtomicInteger();

    @Test
    void noKeyIsLostAndNoneIsInTwoHands() throws Exception {
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> consumers = start(threads, CONSUMERS, seed -> this::consume);
            List<Future<Integer>> producers = start(threads, PRODUCERS, seed -> () -> produce(seed));
            assertThat(sum(producers)).isEqualTo(PRODUCERS * ADDS);
            awaitTimers();
            assertThat(queue.drain(Duration.ofSeconds(60))).isEqualTo(new DrainReport(0, 0, 0));

            long worked = sum(consumers);
            assertThat(collisions).hasValue(0);
            for (int key = 0; key < KEYS; key++) {
                assertThat(seen.get(key)).as("key %d", key).isEqualTo(written.get(key));
            }
            QueueStats stats = queue.stats();
            assertThat(worked).isEqualTo(stats.adds());
            assertThat(stats.waitTime().count()).isEqualTo(worked);
            assertThat(stats.workTime().count()).isEqualTo(worked);
        }
    }

    private int produce(int seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ADDS; i++) {
            int key = random.nextInt(KEYS);
            written.incrementAndGet(key);
            switch (random.nextInt(8)) {
                case 0 -> queue.addAfter(key, Duration.ofNanos(random.nextInt(2_000_000)));
                case 1 -> queue.addRateLimited(key);
                default -> queue.add(key);
            }
        }
        return ADDS;
    }

    private int consume() throws InterruptedException {
        int worked = 0;
        for (Optional<Integer> next = queue.take(); next.isPresent(); next = queue.take()) {
            int key = next.get();
            if (hands.incrementAndGet(key) != 1) {
                collisions.incrementAndGet();
            }
            seen.set(key, written.get(key));
            if (queue.retries(key) > 3) {
                queue.forget(key);
            }
            hands.decrementAndGet(key);
            queue.done(key);
            worked++;
        }
        return worked;
    }

    /// A drain would drop the timers; they all end within 2 ms.
    private void awaitTimers() {
        while (queue.stats().delayed() > 0) {
            Thread.onSpinWait();
        }
    }

    private static List<Future<Integer>> start(
            ExecutorService threads, int count, IntFunction<Callable<Integer>> task) {
        return IntStream.range(0, count)
                .mapToObj(seed -> threads.submit(task.apply(seed)))
                .toList();
    }

    private static long sum(List<Future<Integer>> futures) throws InterruptedException, ExecutionException {
        long sum = 0;
        for (Future<Integer> future : futures) {
            sum += future.get();
        }
        return sum;
    }
}
