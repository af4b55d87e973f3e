package io.livekube.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The guarantees of the queue one by one; time is in milliseconds and advanced manually.
class QueueStateTest {
    private static final Admission DUE = new Admission.Accepted(Duration.ZERO, false);
    private static final Admission MERGED = new Admission.Accepted(Duration.ZERO, true);
    private static final Admission CLOSED = new Admission.Closed();

    private final QueueState<String> queue = new QueueState<>(QueueConfig.named("test"));
    private long now;

    @Test
    void keysAreDeliveredInTheOrderOfAddition() {
        add("c", "a", "b");
        assertThat(takeAll()).containsExactly("c", "a", "b");
    }

    @Test
    void aKeyAddedManyTimesBeforeItIsTakenIsDeliveredOnceAtItsFirstPlace() {
        assertThat(queue.addAfter("a", 0, ns())).isEqualTo(DUE);
        add("b");
        assertThat(queue.addAfter("a", 0, ns())).isEqualTo(MERGED);
        add("b", "a");

        assertThat(takeAll()).containsExactly("a", "b");
        assertThat(stats().adds()).isEqualTo(2);
        assertThat(stats().merged()).isEqualTo(3);
    }

    @Test
    void aKeyAddedWhileItIsWorkedOnIsQueuedAgainOnceWhenThatIsDone() {
        add("a");
        assertThat(take()).contains("a");
        assertThat(queue.addAfter("a", 0, ns())).isEqualTo(DUE);
        assertThat(queue.addAfter("a", 0, ns())).isEqualTo(MERGED);

        assertThat(take()).isEmpty();
        done("a");
        assertThat(takeAll()).containsExactly("a");
    }

    @Test
    void aKeyQueuedAgainGoesBehindTheOthers() {
        add("a", "b");
        take();
        add("a", "c");
        done("a");
        assertThat(takeAll()).containsExactly("b", "c", "a");
    }

    @Test
    void aDelayedKeyIsDueExactlyWhenItsDelayHasPassed() {
        assertThat(addAfter("a", 10)).isEqualTo(new Admission.Accepted(Duration.ofMillis(10), false));
        now = 9;
        assertThat(take()).isEmpty();
        now = 10;
        assertThat(take()).contains("a");
    }

    @Test
    void forOneKeyTheEarlierTimeWinsWhicheverWasAddedFirst() {
        addAfter("early-first", 10);
        assertThat(addAfter("early-first", 50)).isEqualTo(new Admission.Accepted(Duration.ofMillis(10), true));
        addAfter("late-first", 50);
        assertThat(addAfter("late-first", 10)).isEqualTo(new Admission.Accepted(Duration.ofMillis(10), true));

        now = 10;
        assertThat(takeAllAndDone()).containsExactly("early-first", "late-first");
        now = 1000;
        assertThat(takeAll()).isEmpty();
    }

    @Test
    void delayedKeysAreOrderedByDueTimeEvenWithoutPolling() {
        addAfter("third", 30);
        addAfter("first", 10);
        addAfter("second", 20);
        now = 100;
        add("last");
        assertThat(takeAll()).containsExactly("first", "second", "third", "last");
    }

    @Test
    void keysDueAtTheSameMomentKeepTheOrderInWhichTheyWereAdded() {
        addAfter("b", 10);
        addAfter("c", 10);
        addAfter("a", 10);
        now = 10;
        assertThat(takeAll()).containsExactly("b", "c", "a");
    }

    @Test
    void anImmediateAddDoesNotCancelALaterOne() {
        addAfter("a", 10);
        add("a");
        assertThat(takeAllAndDone()).containsExactly("a");
        now = 10;
        assertThat(takeAllAndDone()).containsExactly("a");
    }

    @Test
    void aTimerThatEndsWhileItsKeyIsWorkedOnQueuesItAgainAfterwards() {
        add("a");
        take();
        addAfter("a", 10);
        now = 20;
        assertThat(take()).isEmpty();
        done("a");
        assertThat(take()).contains("a");
    }

    @Test
    void aDelayOfZeroOrLessIsNone() {
        addAfter("zero", 0);
        addAfter("past", -5);
        assertThat(takeAll()).containsExactly("zero", "past");
    }

    @Test
    void anEndlessDelayDoesNotOverflow() {
        now = 5;
        queue.addAfter("a", Long.MAX_VALUE, ns());
        assertThat(take()).isEmpty();
        assertThat(queue.nextDue()).hasValue(Long.MAX_VALUE);
    }

    @Test
    void rateLimitedAddsBackOffPerKeyUntilForgotten() {
        assertThat(retry("a")).isEqualTo(5);
        assertThat(retryAfterWork("a")).isEqualTo(10);
        assertThat(retryAfterWork("a")).isEqualTo(20);
        assertThat(retry("b")).isEqualTo(5);
        assertThat(queue.retries("a")).isEqualTo(3);

        queue.forget("a");
        assertThat(queue.retries("a")).isZero();
        assertThat(retryAfterWork("a")).isEqualTo(5);
        assertThat(stats().retries()).isEqualTo(5);
    }

    @Test
    void manyFailingKeysShareTheOverallBudget() {
        for (int i = 0; i < 100; i++) {
            assertThat(retry("key-" + i)).isEqualTo(5);
        }
        assertThat(retry("key-100")).isEqualTo(100);
        assertThat(retry("key-101")).isEqualTo(200);
    }

    @Test
    void aFullQueueRefusesNewKeysButNeverOneItHolds() {
        var small = new QueueState<String>(QueueConfig.named("small").withMaxKeys(2));
        small.addAfter("running", 0, 0);
        assertThat(small.take(0)).contains("running");
        small.addAfter("delayed", 10, 0);

        assertThat(small.addAfter("new", 0, 0)).isEqualTo(new Admission.Full(2));
        assertThat(small.addRateLimited("new", 0)).isEqualTo(new Admission.Full(2));
        assertThat(small.retries("new")).isZero();
        assertThat(small.addAfter("running", 0, 0)).isEqualTo(DUE);
        assertThat(small.addAfter("delayed", 0, 0)).isEqualTo(DUE);
        assertThat(small.stats(0).refused()).isEqualTo(2);

        small.done("running", 0);
        assertThat(small.take(0)).contains("delayed");
        assertThat(small.take(0)).contains("running");
        small.done("running", 0);
        assertThat(small.addAfter("new", 0, 0)).isEqualTo(DUE);
    }

    @Test
    void retryCountsAreBoundedAndTheOneUntouchedForLongestGoesFirst() {
        var small = new QueueState<String>(QueueConfig.named("small").withMaxKeys(2));
        for (String key : List.of("a", "b", "a", "c")) {
            small.addRateLimited(key, 0);
            long later = Duration.ofSeconds(1).toNanos();
            small.take(later);
            small.done(key, later);
        }
        assertThat(small.retries("a")).isEqualTo(2);
        assertThat(small.retries("b")).isZero();
        assertThat(small.retries("c")).isEqualTo(1);
    }

    @Test
    void drainingProcessesDueKeysDropsTimersAndAcceptsNoNewKeys() {
        add("running", "queued");
        take();
        add("running");
        addAfter("due", 10);
        addAfter("later", 20);
        now = 10;
        queue.drain(ns());

        assertThat(queue.addAfter("new", 0, ns())).isEqualTo(CLOSED);
        assertThat(queue.addRateLimited("running", ns())).isEqualTo(CLOSED);
        assertThat(take()).contains("queued");
        assertThat(take()).contains("due");
        done("queued");
        done("due");
        done("running");
        assertThat(queue.closed()).isFalse();
        assertThat(take()).contains("running");
        done("running");
        assertThat(queue.closed()).isTrue();
        assertThat(queue.report()).isEqualTo(new DrainReport(1, 0, 0));
        assertThat(queue.report().complete()).isTrue();
    }

    @Test
    void anIdleQueueIsDrainedAtOnce() {
        addAfter("later", 10);
        queue.drain(ns());
        assertThat(queue.closed()).isTrue();
    }

    @Test
    void closingDropsAllKeysThatNoWorkerHas() {
        add("running", "queued");
        take();
        add("running");
        addAfter("later", 10);
        queue.close(ns());

        assertThat(take()).isEmpty();
        assertThat(queue.report()).isEqualTo(new DrainReport(1, 2, 1));
        done("running");
        assertThat(take()).isEmpty();
        assertThat(queue.report().running()).isZero();
        assertThat(queue.addAfter("new", 0, ns())).isEqualTo(CLOSED);
    }

    @Test
    void doneForAKeyThatWasNotTakenIsMisuse() {
        add("a");
        assertThatThrownBy(() -> done("a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "queue test: done(a), but no worker has it; call done once for each key that take() returned");
        take();
        done("a");
        assertThatThrownBy(() -> done("a")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void statisticsShowWaitingWorkingAndStuckKeys() {
        add("a", "b");
        addAfter("c", 10);
        addAfter("d", 100);
        now = 20;
        takeAll();
        now = 50;
        done("a");
        add("e", "b");

        QueueStats stats = stats();
        assertThat(stats.depth()).isEqualTo(1);
        assertThat(stats.delayed()).isEqualTo(1);
        assertThat(stats.running()).isEqualTo(2);
        assertThat(stats.adds()).isEqualTo(5);
        assertThat(stats.waitTime().count()).isEqualTo(3);
        assertThat(stats.waitTime().sum()).isEqualTo(Duration.ofMillis(20 + 20 + 10));
        assertThat(stats.workTime().sum()).isEqualTo(Duration.ofMillis(30));
        assertThat(stats.unfinishedWork()).isEqualTo(Duration.ofMillis(60));
        now = 60;
        done("c");
        assertThat(stats().longestRunning()).isEqualTo(Duration.ofMillis(40));
    }

    private long ns() {
        return now * 1_000_000;
    }

    private void add(String... keys) {
        for (String key : keys) {
            queue.addAfter(key, 0, ns());
        }
    }

    private Admission addAfter(String key, long millis) {
        return queue.addAfter(key, millis * 1_000_000, ns());
    }

    private long retry(String key) {
        return switch (queue.addRateLimited(key, ns())) {
            case Admission.Accepted accepted -> accepted.dueIn().toMillis();
            case Admission.Full _, Admission.Closed _ -> throw new AssertionError("refused");
        };
    }

    /// Waits out the timer, takes the key and fails on it.
    private long retryAfterWork(String key) {
        now += 10_000;
        while (take().filter(taken -> !taken.equals(key)).isPresent()) {
            // The other keys stay in hand.
        }
        long delay = retry(key);
        done(key);
        return delay;
    }

    private Optional<String> take() {
        return queue.take(ns());
    }

    private List<String> takeAll() {
        List<String> keys = new ArrayList<>();
        for (var key = take(); key.isPresent(); key = take()) {
            keys.add(key.get());
        }
        return keys;
    }

    private List<String> takeAllAndDone() {
        List<String> keys = takeAll();
        keys.forEach(this::done);
        return keys;
    }

    private void done(String key) {
        queue.done(key, ns());
    }

    private QueueStats stats() {
        return queue.stats(ns());
    }
}
