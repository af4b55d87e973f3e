package io.livekube.core.queue;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class WorkQueueTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final WorkQueue<String> queue = WorkQueue.create(QueueConfig.named("test"));

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void aWaitingTakerGetsTheKeyThatIsAdded() throws Exception {
        Taker taker = waitingTaker();
        queue.add("a");
        assertThat(taker.key()).contains("a");
    }

    @Test
    void aWaitingTakerGetsADelayedKeyWithoutAnyoneElseActing() throws Exception {
        Taker taker = waitingTaker();
        queue.addAfter("a", Duration.ofMillis(20));
        assertThat(taker.key()).contains("a");
    }

    @Test
    void aTakerThatWaitsForALateTimerWakesForAnEarlierOne() throws Exception {
        queue.addAfter("late", Duration.ofHours(1));
        Taker one = waitingTaker();
        Taker two = waitingTaker();
        queue.addAfter("soon", Duration.ofMillis(20));
        queue.addAfter("sooner", Duration.ofMillis(10));
        assertThat(List.of(one.key().orElseThrow(), two.key().orElseThrow()))
                .containsExactlyInAnyOrder("soon", "sooner");
    }

    @Test
    void keysThatBecomeDueTogetherReachDifferentTakers() throws Exception {
        List<Taker> takers = Stream.generate(this::waitingTaker).limit(3).toList();
        for (String key : List.of("a", "b", "c")) {
            queue.addAfter(key, Duration.ofMillis(20));
        }
        assertThat(takers.stream().map(Taker::key))
                .containsExactlyInAnyOrder(Optional.of("a"), Optional.of("b"), Optional.of("c"));
    }

    @Test
    void anInterruptedTimekeeperLeavesItsTimerToAnother() throws Exception {
        queue.addAfter("a", Duration.ofHours(1));
        Taker first = waitingTaker();
        Taker second = waitingTaker();
        assertThat(second.thread.getState()).isEqualTo(Thread.State.WAITING);
        first.thread.interrupt();
        assertThatThrownBy(first::key).hasRootCauseInstanceOf(InterruptedException.class);
        soon().until(() -> second.thread.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void aKeyInOneTakersHandsIsNotGivenToAnotherUntilDone() throws Exception {
        queue.add("a");
        assertThat(queue.take()).contains("a");
        queue.add("a");
        Taker other = waitingTaker();
        assertThat(queue.poll()).isEmpty();
        queue.done("a");
        assertThat(other.key()).contains("a");
    }

    @Test
    void theInjectedClockDecidesWhatIsDue() {
        AtomicLong clock = new AtomicLong(-77);
        try (var timed = new WorkQueue<String>(QueueConfig.named("timed"), clock::get)) {
            timed.addAfter("a", Duration.ofDays(3));
            clock.addAndGet(Duration.ofDays(3).toNanos() - 1);
            assertThat(timed.poll()).isEmpty();
            clock.incrementAndGet();
            assertThat(timed.poll()).contains("a");
        }
    }

    @Test
    void rateLimitedAddsTellTheirDelay() {
        assertThat(queue.addRateLimited("a")).isEqualTo(Duration.ofMillis(5));
        assertThat(queue.retries("a")).isEqualTo(1);
        queue.forget("a");
        assertThat(queue.retries("a")).isZero();
    }

    @Test
    void closingWakesEveryTakerWithNothing() {
        List<Taker> takers = Stream.generate(this::waitingTaker).limit(3).toList();
        queue.close();
        assertThat(takers).allSatisfy(taker -> assertThat(taker.key()).isEmpty());
    }

    @Test
    void addingToAClosedQueueFailsAtOnce() {
        queue.close();
        assertThatThrownBy(() -> queue.add("a"))
                .isInstanceOf(QueueClosedException.class)
                .hasMessageStartingWith("queue test: refused key a, it is draining or closed");
        assertThatThrownBy(() -> queue.addAfter("a", LONG)).isInstanceOf(QueueClosedException.class);
        assertThatThrownBy(() -> queue.addRateLimited("a")).isInstanceOf(QueueClosedException.class);
        assertThat(queue.offer("a")).isEqualTo(new Admission.Closed());
        assertThat(queue.isOpen()).isFalse();
    }

    @Test
    void addingToAFullQueueFailsAtOnceAndNamesTheLimit() {
        try (var small = WorkQueue.<String>create(QueueConfig.named("small").withMaxKeys(1))) {
            small.add("a");
            assertThatThrownBy(() -> small.add("b"))
                    .isInstanceOf(QueueFullException.class)
                    .hasMessageStartingWith("queue small: refused key b, it holds 1 keys already (maxKeys)");
            assertThat(small.offer("b")).isEqualTo(new Admission.Full(1));
            small.add("a");
        }
    }

    @Test
    void drainingWaitsForQueuedAndRunningKeys() throws Exception {
        queue.add("a");
        queue.add("b");
        assertThat(queue.take()).contains("a");
        var report = drainInBackground(LONG);

        assertThat(queue.take()).contains("b");
        queue.done("b");
        assertThat(report).isNotDone();
        queue.done("a");
        assertThat(report.get(60, SECONDS)).isEqualTo(new DrainReport(0, 0, 0));
        assertThat(queue.take()).isEmpty();
    }

    @Test
    void drainingHandsOutAKeyThatBecameDueUnnoticed() throws Exception {
        AtomicLong clock = new AtomicLong();
        try (var timed = new WorkQueue<String>(QueueConfig.named("timed"), clock::get)) {
            timed.addAfter("a", Duration.ofHours(1));
            Taker taker = waitingTaker(timed);
            clock.set(Duration.ofHours(1).toNanos());
            var report = drainInBackground(timed, LONG);
            assertThat(taker.key()).contains("a");
            timed.done("a");
            assertThat(report.get(60, SECONDS)).isEqualTo(new DrainReport(0, 0, 0));
        }
    }

    @Test
    void drainingEndsWithATakerWaitingForTheLastWorker() throws Exception {
        queue.add("a");
        queue.take();
        Taker idle = waitingTaker();
        var report = drainInBackground(LONG);
        queue.done("a");
        assertThat(report.get(60, SECONDS).complete()).isTrue();
        assertThat(idle.key()).isEmpty();
    }

    @Test
    void drainingStopsAtItsTimeoutAndReportsTheRest() throws Exception {
        queue.add("running");
        queue.take();
        queue.add("queued");
        queue.addAfter("later", LONG);

        DrainReport report = queue.drain(Duration.ofMillis(20));
        assertThat(report).isEqualTo(new DrainReport(1, 1, 1));
        assertThat(report.complete()).isFalse();
        queue.done("running");
        assertThat(queue.take()).isEmpty();
    }

    @Test
    void closingEndsADrain() throws Exception {
        queue.add("a");
        queue.take();
        var report = drainInBackground(LONG);
        queue.close();
        assertThat(report.get(60, SECONDS)).isEqualTo(new DrainReport(0, 0, 1));
    }

    @Test
    void impossibleSettingsAreRefused() {
        assertThatThrownBy(() -> queue.drain(Duration.ofMillis(-1)))
                .hasMessage("queue test: drain timeout is negative: PT-0.001S");
        assertThatThrownBy(() -> QueueConfig.named(" ")).hasMessageContaining("needs a name");
        assertThatThrownBy(() -> QueueConfig.named("x").withMaxKeys(0))
                .hasMessageContaining("maxKeys must be at least 1");
    }

    private CompletableFuture<DrainReport> drainInBackground(Duration timeout) {
        return drainInBackground(queue, timeout);
    }

    private static CompletableFuture<DrainReport> drainInBackground(WorkQueue<String> queue, Duration timeout) {
        var report = new CompletableFuture<DrainReport>();
        Thread.startVirtualThread(() -> {
            try {
                report.complete(queue.drain(timeout));
            } catch (InterruptedException e) {
                report.completeExceptionally(e);
            }
        });
        soon().until(() -> !queue.isOpen());
        return report;
    }

    private static ConditionFactory soon() {
        return await().atMost(LONG).pollInterval(Duration.ofMillis(1));
    }

    private Taker waitingTaker() {
        return waitingTaker(queue);
    }

    private static Taker waitingTaker(WorkQueue<String> queue) {
        FutureTask<Optional<String>> result = new FutureTask<>(queue::take);
        Taker taker = new Taker(Thread.ofPlatform().daemon().start(result), result);
        soon().until(() -> taker.thread.getState() == Thread.State.WAITING
                || taker.thread.getState() == Thread.State.TIMED_WAITING);
        return taker;
    }

    private record Taker(Thread thread, FutureTask<Optional<String>> result) {
        Optional<String> key() {
            try {
                return result.get(60, SECONDS);
            } catch (Exception e) {
                throw new AssertionError("no key", e);
            }
        }
    }
}
