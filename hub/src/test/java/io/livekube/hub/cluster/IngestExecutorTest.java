package io.livekube.hub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.livekube.hub.TestingHub;
import io.livekube.protocol.Answer;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.ProtocolException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Order and limits of the batches of one cluster.
@Timeout(60)
class IngestExecutorTest {
    private static final int WAITING = IngestExecutorConfig.defaults().waitingPerCluster();

    private final CountDownLatch release = new CountDownLatch(1);
    private final BlockingQueue<Integer> begun = new LinkedBlockingQueue<>();

    /// Begins a batch, whose only byte is its number, and rejects it once released.
    private final BatchDecoder held = body -> {
        begun.add((int) body[0]);
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new ProtocolException(ProtocolException.Problem.MALFORMED, "batch " + body[0]);
    };

    @Test
    void batchesOfOneClusterTakeTurnsInOrder() throws InterruptedException {
        BlockingQueue<String> failures = new LinkedBlockingQueue<>();
        try (TestingHub hub = TestingHub.start();
                var executor = new IngestExecutor(IngestExecutorConfig.defaults(), InstantSource.system())) {
            Cluster cluster = hub.hub().clusters().register("demo").orElseThrow();
            for (int i = 0; i < WAITING; i++) {
                take(
                        executor,
                        cluster,
                        i,
                        attempt -> failures.add(
                                String.valueOf(catchThrowable(attempt::answer).getMessage())));
            }
            assertThat(begun.poll(10, TimeUnit.SECONDS)).isZero();
            assertThat(begun).isEmpty();

            release.countDown();
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < WAITING; i++) {
                sent.add(failures.poll(10, TimeUnit.SECONDS));
            }
            assertThat(sent).containsExactlyInAnyOrder("batch 0", "batch 1", "batch 2", "batch 3");
            assertThat(begun).containsExactly(1, 2, 3);
        }
    }

    @Test
    void batchBeyondTheLimitOfItsClusterIsToldToRetry() throws Exception {
        BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        try (TestingHub hub = TestingHub.start();
                var executor = new IngestExecutor(IngestExecutorConfig.defaults(), InstantSource.system())) {
            Cluster cluster = hub.hub().clusters().register("demo").orElseThrow();
            for (int i = 0; i < WAITING; i++) {
                take(
                        executor,
                        cluster,
                        i,
                        attempt -> assertThatThrownBy(attempt::answer).hasMessageContaining("batch"));
            }
            take(executor, cluster, WAITING, attempt -> {
                try {
                    attempt.answer().ifPresent(answers::add);
                } catch (ProtocolException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(answers)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Answer.BackOff.class,
                            backOff -> assertThat(backOff.reason()).contains("is a second agent running?"));
            release.countDown();
        }
    }

    @Test
    void batchOfSenderThatHasGoneIsDropped() throws Exception {
        BlockingQueue<Optional<Answer>> answers = new LinkedBlockingQueue<>();
        try (TestingHub hub = TestingHub.start();
                var executor = new IngestExecutor(IngestExecutorConfig.defaults(), InstantSource.system())) {
            Cluster cluster = hub.hub().clusters().register("demo").orElseThrow();
            executor.take(cluster, held, new byte[1], timing(), () -> true, attempt -> {
                try {
                    answers.add(attempt.answer());
                } catch (ProtocolException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(answers.poll(10, TimeUnit.SECONDS)).isEmpty();
            assertThat(begun).isEmpty();
        }
    }

    private void take(
            IngestExecutor executor, Cluster cluster, int number, Consumer<IngestExecutor.Attempt> recipient) {
        executor.take(cluster, held, new byte[] {(byte) number}, timing(), () -> false, recipient);
    }

    private static BatchTiming timing() {
        return new BatchTiming(System.nanoTime(), Optional.empty());
    }
}
