package io.livekube.hub.read;

import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.hub.control.TaskFailedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Identical requests are made once, and their outcome reaches all callers.
@Timeout(60)
class RequestCoalescerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(50);
    private static final Duration KEEP = Duration.ofMinutes(2);
    private static final Duration KEEP_FAILURE = Duration.ofMinutes(1);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final InstantSource clock = now::get;
    private final RequestCoalescer<String, Integer> requests = requests(4, 100);
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch answered = new CountDownLatch(1);

    @AfterEach
    void stop() {
        requests.close();
    }

    private RequestCoalescer<String, Integer> requests(int held, long bytes) {
        return new RequestCoalescer<>(
                "test-", new RequestCoalescer.Retention<>(KEEP, KEEP_FAILURE, held, bytes, Integer::longValue), clock);
    }

    private record Reader(Thread thread, CompletableFuture<Integer> result) {
        void awaitWaiting() {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        }
    }

    private Reader reader(RequestCoalescer.Question<Integer> question) {
        var result = new CompletableFuture<Integer>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                result.complete(requests.get("pods", 0, PATIENCE, question));
            } catch (TaskFailedException | InterruptedException e) {
                result.completeExceptionally(e);
            }
        });
        return new Reader(thread, result);
    }

    private Integer whenAnswered() throws InterruptedException {
        int number = asked.incrementAndGet();
        answered.await();
        return number;
    }

    private Integer atOnce() {
        return asked.incrementAndGet();
    }

    @Test
    void hundredCallersShareOneRequest() {
        List<Reader> readers = IntStream.range(0, 100)
                .mapToObj(_ -> reader(this::whenAnswered))
                .toList();
        readers.forEach(Reader::awaitWaiting);
        answered.countDown();

        readers.forEach(reader -> assertThat(reader.result().join()).isEqualTo(1));
        assertThat(asked).hasValue(1);
        assertThat(requests.started()).isEqualTo(1);
    }

    @Test
    void callerThatGivesUpDoesNotCancelTheRequestForOthers() {
        Reader first = reader(this::whenAnswered);
        first.awaitWaiting();
        Reader second = reader(this::whenAnswered);
        second.awaitWaiting();
        first.thread().interrupt();

        assertThatThrownBy(() -> first.result().join()).hasCauseInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> requests.get("pods", 0, Duration.ofMillis(1), this::whenAnswered))
                .isInstanceOfSatisfying(
                        TaskFailedException.class, e -> assertThat(e.status()).isEqualTo(504));
        answered.countDown();
        assertThat(second.result().join()).isEqualTo(1);
    }

    @Test
    void failureReachesAllCallersAndIsRetainedForAWhile() throws Exception {
        RequestCoalescer.Question<Integer> forbidden = () -> {
            var _ = whenAnswered();
            throw new TaskFailedException(403, "forbidden");
        };
        List<Reader> readers =
                IntStream.range(0, 10).mapToObj(_ -> reader(forbidden)).toList();
        readers.forEach(Reader::awaitWaiting);
        answered.countDown();

        readers.forEach(reader -> assertThatThrownBy(() -> reader.result().join())
                .hasRootCauseInstanceOf(TaskFailedException.class)
                .hasRootCauseMessage("forbidden"));
        assertThatThrownBy(() -> requests.get("pods", 0, PATIENCE, this::atOnce))
                .hasMessage("forbidden");
        now.updateAndGet(at -> at.plus(KEEP_FAILURE));
        assertThat(requests.get("pods", 0, PATIENCE, this::atOnce)).isEqualTo(2);
    }

    @Test
    void bugFailsCallersInsteadOfLeavingThemWaiting() {
        assertThatThrownBy(() -> requests.get("pods", 0, PATIENCE, () -> {
                    throw new IllegalStateException("a defect");
                }))
                .isInstanceOf(TaskFailedException.class);
    }

    @Test
    void answerIsRetainedForAWhile() throws Exception {
        assertThat(requests.get("pods", 0, PATIENCE, this::atOnce)).isEqualTo(1);
        now.updateAndGet(at -> at.plus(KEEP).minusMillis(1));
        assertThat(requests.get("pods", 0, PATIENCE, this::atOnce)).isEqualTo(1);
        now.updateAndGet(at -> at.plusMillis(1));
        assertThat(requests.get("pods", 0, PATIENCE, this::atOnce)).isEqualTo(2);
    }

    @Test
    void callersThatNeedALaterRequestShareTheNextOne() throws Exception {
        Reader early = reader(this::whenAnswered);
        early.awaitWaiting();
        long moment = requests.moment();
        List<CompletableFuture<Integer>> late = IntStream.range(0, 10)
                .mapToObj(_ -> CompletableFuture.supplyAsync(() -> {
                    try {
                        return requests.get("pods", moment, PATIENCE, this::whenAnswered);
                    } catch (TaskFailedException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toList();
        answered.countDown();

        assertThat(early.result().join()).isEqualTo(1);
        late.forEach(result -> assertThat(result.join()).isEqualTo(2));
        assertThat(requests.get("pods", requests.moment(), PATIENCE, this::atOnce))
                .isEqualTo(3);
    }

    @Test
    void retentionIsBoundedInNumber() throws Exception {
        for (int i = 0; i < 50; i++) {
            var _ = requests.get("pods-" + i, 0, PATIENCE, this::atOnce);
        }
        await().untilAsserted(() -> assertThat(requests.size()).isLessThanOrEqualTo(4));
        assertThat(requests.get("pods-49", 0, PATIENCE, this::atOnce))
                .as("the last one is retained")
                .isEqualTo(50);
    }

    @Test
    void retentionIsBoundedInWeight() throws Exception {
        assertThat(requests.get("large", 0, PATIENCE, () -> 60)).isEqualTo(60);
        assertThat(requests.get("also large", 0, PATIENCE, () -> 60)).isEqualTo(60);
        await().untilAsserted(() -> assertThat(requests.size()).isEqualTo(1));
        assertThat(requests.get("huge", 0, PATIENCE, () -> 101))
                .as("returned, but not retained")
                .isEqualTo(101);
        await().untilAsserted(() -> assertThat(requests.size()).isZero());
    }

    @Test
    void waitingCallersAreToldOfAShutdown() {
        Reader waiting = reader(this::whenAnswered);
        waiting.awaitWaiting();
        requests.close();

        assertThatThrownBy(() -> waiting.result().join()).hasRootCauseMessage("the hub is shutting down");
        assertThatThrownBy(() -> requests.get("nodes", 0, PATIENCE, this::atOnce))
                .hasMessage("the hub is shutting down");
    }
}
