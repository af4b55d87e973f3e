package io.livekube.hub;

import static io.livekube.hub.TestingPatience.await;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.control.TaskReply;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.ContentCoding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// An agent that polls its cluster's tasks directly, without a network, and replies as instructed. It keeps
/// polling while it replies, however long that takes.
public final class TestingAgent implements AutoCloseable {
    private final Cluster cluster;
    private final Thread thread;
    private final ExecutorService answering = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Task> seen = new CopyOnWriteArrayList<>();
    private volatile Function<Task, Optional<TaskReply>> answers;

    private TestingAgent(Cluster cluster, Function<Task, Optional<TaskReply>> answers) {
        this.cluster = cluster;
        this.answers = answers;
        this.thread = Thread.ofPlatform().name("testing-agent").daemon().unstarted(this::work);
    }

    /// Starts polling.
    ///
    /// @param answers reply to each task; empty for none
    public static TestingAgent start(TestingHub hub, String cluster, Function<Task, Optional<TaskReply>> answers) {
        var agent = new TestingAgent(hub.hub().clusters().register(cluster).orElseThrow(), answers);
        agent.thread.start();
        agent.awaitThere();
        return agent;
    }

    /// Sets the replies from now on.
    public void answer(Function<Task, Optional<TaskReply>> changed) {
        answers = changed;
    }

    /// All tasks received, replied to or not; each only once, even if it was delivered again.
    public <T extends Task> List<T> seen(Class<T> type) {
        return seen.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// Waits until the agent counts as connected, which a clock that jumps may change for a moment.
    public void awaitThere() {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(cluster.tasks()::agentConnected);
    }

    public static Optional<TaskReply> failed(int status, String reason) {
        return Optional.of(new TaskReply.Result(new TaskResult.Failed(status, reason)));
    }

    public static Optional<TaskReply> version(long version) {
        return Optional.of(new TaskReply.Result(new TaskResult.Version(version)));
    }

    /// A list of pods, each as of [TestingBatches#pod].
    public static Optional<TaskReply> pods(long version, String items) {
        return text("""
                {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%d"},"items":[%s]}\
                """.formatted(version, items));
    }

    public static Optional<TaskReply> text(String body) {
        return Optional.of(new TaskReply.Payload(body.getBytes(StandardCharsets.UTF_8), ContentCoding.IDENTITY));
    }

    private void work() {
        String taken = "";
        Set<String> begun = new HashSet<>();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                for (Task task : cluster.tasks().poll(Duration.ofSeconds(20), taken, () -> false)) {
                    if (task instanceof Task.SyncControl control) {
                        seen.add(task);
                        taken = control.id();
                    } else if (begun.add(task.id())) {
                        seen.add(task);
                        answering.execute(() -> answer(task));
                    }
                }
            }
        } catch (TaskFailedException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(Task task) {
        answers.apply(task).ifPresent(outcome -> cluster.tasks().finished(task.id(), outcome));
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        answering.shutdownNow();
        answering.close();
    }
}
