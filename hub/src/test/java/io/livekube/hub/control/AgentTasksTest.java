package io.livekube.hub.control;

import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Callers and an agent, each on its own thread.
@Timeout(60)
class AgentTasksTest {
    private static final Duration LONG = Duration.ofSeconds(25);
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final Duration GONE_AFTER = Duration.ofMinutes(5);

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final AtomicReference<DesiredSync> desired =
            new AtomicReference<>(new DesiredSync(1, false, Optional.empty(), List.of()));
    private final AgentTasks tasks = new AgentTasks(
            "demo",
            "hub",
            new TaskConfig(8, Duration.ofMillis(100), GONE_AFTER, LONG),
            desired::get,
            new HubObserver() {},
            () -> Instant.now().plus(ahead.get()));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private Future<List<Task>> poll(String taken) {
        Callable<List<Task>> poll = () -> tasks.poll(LONG, taken, () -> false);
        return threads.submit(poll);
    }

    private Future<TaskReply> ask() {
        return threads.submit(() -> tasks.ask(PATIENCE, Task.Report::new));
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get(40, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static TaskFailedException failure(Future<?> future) {
        try {
            throw new AssertionError("no failure: " + future.get(40, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TaskFailedException failed) {
                return failed;
            }
            throw new AssertionError(e);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void agentWaits() {
        await().until(tasks::agentConnected);
    }

    @Test
    void desiredStateIsSentImmediatelyAndAgainUntilAcknowledged() throws Exception {
        List<Task> first = tasks.poll(LONG, "", () -> false);
        assertThat(tasks.poll(LONG, "hub-w0", () -> false)).isEqualTo(first);
        assertThat(first).singleElement(type(Task.SyncControl.class)).satisfies(control -> {
            assertThat(control.id()).isEqualTo("hub-w1");
            assertThat(control.on()).isFalse();
        });
        assertThat(tasks.poll(Duration.ZERO, "hub-w1", () -> false)).isEmpty();
    }

    @Test
    void waitingPollIsAnsweredAsSoonAsTheDesiredStateChanges() {
        Future<List<Task>> poll = poll("hub-w1");
        agentWaits();
        desired.set(new DesiredSync(2, true, Optional.empty(), List.of()));
        tasks.wake();

        assertThat(get(poll))
                .singleElement(type(Task.SyncControl.class))
                .satisfies(control -> assertThat(control.on()).isTrue());
    }

    @Test
    void taskWithoutAResultIsDeliveredTwiceAndItsResultIsAcceptedOnce() {
        Future<List<Task>> first = poll("hub-w1");
        agentWaits();
        Future<TaskReply> asked = ask();
        String id = get(first).getFirst().id();
        assertThat(get(poll("hub-w1"))).extracting(Task::id).containsExactly(id);

        TaskReply report = new TaskReply.Result(new TaskResult.Report(1, 2, List.of()));
        assertThat(tasks.finished(id, report)).isTrue();
        assertThat(tasks.finished(id, report)).as("already finished").isFalse();
        assertThat(get(asked)).isSameAs(report);
        assertThat(tasks.queued()).isZero();
    }

    @Test
    void callerIsSoonToldThatTheAgentDisconnected() {
        Future<List<Task>> poll = poll("hub-w1");
        agentWaits();
        Future<TaskReply> asked = ask();
        get(poll);
        ahead.set(GONE_AFTER.plusSeconds(1));

        TaskFailedException failure = failure(asked);
        assertThat(failure.status()).isEqualTo(503);
        assertThat(failure.reason()).contains("its agent has not polled for tasks for");
        assertThat(tasks.queued()).isZero();
        assertThatThrownBy(() -> tasks.ask(PATIENCE, Task.Report::new))
                .as("the next caller does not wait at all")
                .isInstanceOf(TaskFailedException.class);
    }

    @Test
    void pollWithAClosedConnectionEndsWithoutTakingATask() throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        Future<List<Task>> poll = threads.submit(() -> tasks.poll(LONG, "hub-w1", gone::get));
        agentWaits();
        gone.set(true);
        Future<TaskReply> asked = ask();

        assertThat(get(poll)).isEmpty();
        await().until(() -> tasks.queued() == 1);
        assertThat(tasks.poll(Duration.ofSeconds(10), "hub-w1", () -> false)).hasSize(1);
        asked.cancel(true);
    }

    @Test
    void lateResultIsRejected() {
        Future<List<Task>> poll = poll("hub-w1");
        agentWaits();
        Future<TaskReply> asked = threads.submit(() -> tasks.ask(Duration.ofMinutes(1), Task.Report::new));
        String id = get(poll).getFirst().id();
        ahead.set(Duration.ofMinutes(1));

        assertThat(failure(asked).status()).isEqualTo(504);
        assertThat(failure(asked).reason()).contains("within 60000 ms");
        assertThat(tasks.find(id)).isEmpty();
        assertThat(tasks.finished(id, new TaskReply.Result(new TaskResult.Done())))
                .isFalse();
    }

    @Test
    void agentFailureReachesTheCallerWithItsStatus() {
        Future<List<Task>> poll = poll("hub-w1");
        agentWaits();
        Future<TaskReply> asked = ask();
        tasks.finished(
                get(poll).getFirst().id(), new TaskReply.Result(new TaskResult.Failed(403, "pods is forbidden")));

        assertThat(failure(asked).status()).isEqualTo(403);
        assertThat(failure(asked).reason()).isEqualTo("pods is forbidden");
    }

    @Test
    void concurrentPollsOfAnAgentAreLimited() {
        List<Future<List<Task>>> polls = List.of(poll("hub-w1"), poll("hub-w1"), poll("hub-w1"), poll("hub-w1"));
        TaskFailedException refused = await().until(
                        () -> {
                            try {
                                tasks.poll(Duration.ZERO, "hub-w1", () -> false);
                                return Optional.<TaskFailedException>empty();
                            } catch (TaskFailedException e) {
                                return Optional.of(e);
                            }
                        },
                        Optional::isPresent)
                .orElseThrow();
        assertThat(refused.status()).isEqualTo(429);
        polls.forEach(poll -> poll.cancel(true));
    }

    @Test
    void removalEndsCallersAndPollsImmediately() {
        Future<List<Task>> poll = poll("hub-w1");
        agentWaits();
        Future<TaskReply> asked = ask();
        get(poll);
        Future<List<Task>> waiting = threads.submit(() -> tasks.poll(LONG, "hub-w1", () -> false));
        tasks.close();

        assertThat(failure(asked).reason()).contains("removed");
        assertThat(get(waiting)).hasSizeLessThanOrEqualTo(1);
        assertThat(failure(ask()).reason()).contains("removed");
    }
}
