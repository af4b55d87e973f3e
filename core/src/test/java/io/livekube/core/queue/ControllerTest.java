package io.livekube.core.queue;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ControllerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final WorkQueue<String> queue = WorkQueue.create(QueueConfig.named("pods"));
    private final BlockingQueue<ReconcileFailure<String>> failures = new LinkedBlockingQueue<>();

    /// A controller that copies the desired state to the actual state.
    @Test
    void aControllerIsAFunctionAndAQueue() throws Exception {
        Map<String, String> wanted = new ConcurrentHashMap<>();
        Map<String, String> actual = new ConcurrentHashMap<>();
        try (var controller = new Controller<String>(
                queue,
                key -> {
                    Optional.ofNullable(wanted.get(key))
                            .ifPresentOrElse(value -> actual.put(key, value), () -> actual.remove(key));
                    return ReconcileResult.done();
                },
                ControllerConfig.defaults().withWorkers(4))) {
            controller.start();
            wanted.put("a", "1");
            queue.add("a");
            wanted.put("b", "1");
            queue.add("b");
            wanted.put("a", "2");
            queue.add("a");
            wanted.remove("b");
            queue.add("b");
            assertThat(controller.stop(LONG).complete()).isTrue();
        }
        assertThat(actual).containsExactly(Map.entry("a", "2"));
    }

    @Test
    void exceptionsOfAReconcilerAreReportedAndTheKeyIsRetriedWithBackoff() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch succeeded = new CountDownLatch(1);
        try (var controller = controller(1, key -> {
            switch (calls.incrementAndGet()) {
                case 1 -> throw new IOException("no route to pod");
                case 2 -> throw new StackOverflowError("deep");
                default -> succeeded.countDown();
            }
            return ReconcileResult.done();
        })) {
            controller.start();
            queue.add("a");
            assertThat(succeeded.await(60, SECONDS)).isTrue();
            controller.stop(LONG);

            ReconcileFailure<String> first = failures.remove();
            assertThat(first.key()).isEqualTo("a");
            assertThat(first.retryIn()).contains(Duration.ofMillis(5));
            assertThat(first.cause()).isInstanceOf(IOException.class);
            assertThat(first)
                    .hasToString("controller pods: a failed after 0 retries, next try in 5 ms: "
                            + "java.io.IOException: no route to pod");
            ReconcileFailure<String> second = failures.remove();
            assertThat(second.retries()).isEqualTo(1);
            assertThat(second.retryIn()).contains(Duration.ofMillis(10));
            assertThat(second.cause()).isInstanceOf(StackOverflowError.class);
            assertThat(failures).isEmpty();
            assertThat(queue.retries("a")).isZero();
        }
    }

    @Test
    void resultsDecideWhenTheKeyIsRequeued() throws Exception {
        List<Integer> retries = new ArrayList<>();
        CountDownLatch finished = new CountDownLatch(1);
        try (var controller = controller(1, key -> {
            retries.add(queue.retries(key));
            return switch (retries.size()) {
                case 1, 2 -> ReconcileResult.requeue();
                case 3 -> ReconcileResult.requeueAfter(Duration.ofMillis(1));
                default -> {
                    finished.countDown();
                    yield ReconcileResult.done();
                }
            };
        })) {
            controller.start();
            queue.add("a");
            assertThat(finished.await(60, SECONDS)).isTrue();
            controller.stop(LONG);
        }
        assertThat(retries).containsExactly(0, 1, 2, 0);
        assertThat(failures).isEmpty();
    }

    @Test
    void asManyKeysAreWorkedOnAtOnceAsThereAreWorkers() throws Exception {
        CyclicBarrier all = new CyclicBarrier(3);
        try (var controller = controller(3, key -> {
            all.await(60, SECONDS);
            return ReconcileResult.done();
        })) {
            for (String key : List.of("a", "b", "c")) {
                queue.add(key);
            }
            controller.start();
            assertThat(controller.stop(LONG).complete()).isTrue();
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void aThrowingListenerAndALeftoverInterruptDoNotCostAWorker() throws Exception {
        CountDownLatch succeeded = new CountDownLatch(1);
        try (var controller = new Controller<String>(
                queue,
                key -> {
                    if (key.equals("good")) {
                        succeeded.countDown();
                        return ReconcileResult.done();
                    }
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("bad key");
                },
                ControllerConfig.defaults(),
                failure -> {
                    throw new IllegalStateException("bad listener");
                })) {
            controller.start();
            queue.add("bad");
            queue.addAfter("good", Duration.ofMillis(50));
            assertThat(succeeded.await(60, SECONDS)).isTrue();
        }
    }

    @Test
    void stoppingFinishesDueKeysAndReportsThatAFailureIsNotRetried() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch mayFail = new CountDownLatch(1);
        List<String> done = new ArrayList<>();
        try (var controller = controller(1, key -> {
            if (key.equals("slow")) {
                working.countDown();
                assertThat(mayFail.await(60, SECONDS)).isTrue();
                throw new IOException("too late");
            }
            done.add(key);
            return ReconcileResult.done();
        })) {
            controller.start();
            queue.add("slow");
            assertThat(working.await(60, SECONDS)).isTrue();
            queue.add("queued");
            Thread.startVirtualThread(() -> {
                while (queue.isOpen()) {
                    Thread.onSpinWait();
                }
                mayFail.countDown();
            });

            assertThat(controller.stop(LONG)).isEqualTo(new DrainReport(0, 0, 0));
        }
        assertThat(done).containsExactly("queued");
        assertThat(failures.remove().retryIn()).isEmpty();
    }

    @Test
    void aWorkerThatIsNotDoneInTimeIsInterruptedAndReported() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        try (var controller = controller(1, key -> {
            working.countDown();
            new CountDownLatch(1).await();
            return ReconcileResult.done();
        })) {
            controller.start();
            queue.add("stuck");
            assertThat(working.await(60, SECONDS)).isTrue();
            queue.add("queued");

            assertThat(controller.stop(Duration.ofMillis(20))).isEqualTo(new DrainReport(0, 1, 1));
            ReconcileFailure<String> failure = failures.poll(60, SECONDS);
            assertThat(failure).isNotNull();
            assertThat(failure.cause()).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void aControllerThatNeverStartedStopsAtOnce() throws Exception {
        queue.add("a");
        try (var controller = controller(1, key -> ReconcileResult.done())) {
            assertThat(controller.stop(LONG)).isEqualTo(new DrainReport(0, 1, 0));
            assertThat(controller.stop(LONG)).isEqualTo(new DrainReport(0, 1, 0));
        }
    }

    @Test
    void misuseFailsAtOnce() throws Exception {
        try (var controller = controller(1, key -> ReconcileResult.done())) {
            controller.start();
            assertThatThrownBy(controller::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("controller pods: start(), but it was started before; a controller starts once");
            controller.stop(LONG);
            assertThatThrownBy(controller::start).hasMessageContaining("it was stopped before");
            assertThatThrownBy(() -> controller.stop(Duration.ofSeconds(-1))).hasMessageContaining("negative");
            assertThatThrownBy(() -> queue.add("a")).isInstanceOf(QueueClosedException.class);
        }
        try (var second = controller(1, key -> ReconcileResult.done())) {
            assertThatThrownBy(second::start).hasMessageContaining("its queue is closed");
        }
        assertThatThrownBy(() -> ControllerConfig.defaults().withWorkers(-1)).hasMessageContaining("but has -1");
        assertThatThrownBy(() -> ControllerConfig.defaults().withStopTimeout(Duration.ofSeconds(-1)))
                .hasMessageContaining("negative");
    }

    @Test
    void aReconcilerThatStopsItsOwnControllerGetsAnErrorInsteadOfADeadlock() throws Exception {
        var self = new CompletableFuture<Controller<String>>();
        try (var controller = controller(1, key -> {
            self.get().stop(LONG);
            return ReconcileResult.done();
        })) {
            self.complete(controller);
            controller.start();
            queue.add("a");
            ReconcileFailure<String> failure = failures.poll(60, SECONDS);
            assertThat(failure).isNotNull();
            assertThat(failure.cause()).hasMessageContaining("stop() called by its own reconciler");
        }
    }

    private Controller<String> controller(int workers, Reconciler<String> reconciler) {
        return new Controller<>(
                queue,
                reconciler,
                ControllerConfig.defaults().withWorkers(workers).withStopTimeout(LONG),
                failures::add);
    }
}
