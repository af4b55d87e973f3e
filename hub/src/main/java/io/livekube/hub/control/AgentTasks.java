package io.livekube.hub.control;

import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Tasks for the agent of one cluster: callers submit them and wait for the results; the agent polls for them.
///
/// Thread-safe; callers may block.
public final class AgentTasks {
    /// How often a waiting caller checks whether the agent is still connected.
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    /// An agent runs one poll at a time, but after a lost connection it may poll again before the hub notices.
    private static final int MAX_POLLS = 4;

    private static final String REMOVED = "the cluster was removed";

    private final String cluster;
    private final String instance;
    private final TaskConfig config;
    private final TaskQueue queue;
    private final Supplier<DesiredSync> desired;
    private final HubObserver observer;
    private final InstantSource clock;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<String, CompletableFuture<TaskReply>> waiting = new HashMap<>();
    private boolean closed;

    /// Creates a task with its assigned id.
    @FunctionalInterface
    public interface Draft {
        Task with(String id, Duration within);
    }

    /// @param instance distinguishes this process's task ids from those of earlier hubs
    /// @param desired current desired state of sync; may be called at any time
    public AgentTasks(
            String cluster,
            String instance,
            TaskConfig config,
            Supplier<DesiredSync> desired,
            HubObserver observer,
            InstantSource clock) {
        this.cluster = cluster;
        this.observer = observer;
        this.instance = instance;
        this.config = config;
        this.queue = new TaskQueue(config);
        this.desired = desired;
        this.clock = clock;
    }

    /// Submits a task and waits for its result.
    ///
    /// @throws TaskFailedException if the agent is or becomes unavailable, is busy, exceeds the deadline, or
    /// fails
    public TaskReply ask(Duration within, Draft draft) throws TaskFailedException, InterruptedException {
        long began = System.nanoTime();
        Task task = draft.with(instance + "-" + lastId.incrementAndGet(), within);
        String outcome = "abandoned";
        try {
            TaskReply result = askAndWait(task);
            outcome = "done";
            return result;
        } catch (TaskFailedException e) {
            outcome = switch (e.status()) {
                case 503 -> "gone";
                case 504 -> "late";
                default -> "failed";
            };
            throw e;
        } finally {
            String type = task.getClass().getSimpleName().toLowerCase(Locale.ROOT);
            observer.task(cluster, type, outcome, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private TaskReply askAndWait(Task task) throws TaskFailedException, InterruptedException {
        Instant deadline = clock.instant().plus(task.within());
        CompletableFuture<TaskReply> result = submit(task);
        try {
            TaskReply outcome = await(result, deadline, task.within());
            if (outcome instanceof TaskReply.Result(TaskResult.Failed(int status, String reason))) {
                throw new TaskFailedException(status, reason);
            }
            return outcome;
        } finally {
            forget(task.id());
        }
    }

    private synchronized CompletableFuture<TaskReply> submit(Task task) throws TaskFailedException {
        Optional<String> refusal = closed ? Optional.of(REMOVED) : queue.offer(task, clock.instant());
        if (refusal.isPresent()) {
            throw new TaskFailedException(503, refusal.get());
        }
        var result = new CompletableFuture<TaskReply>();
        waiting.put(task.id(), result);
        notifyAll();
        return result;
    }

    private TaskReply await(CompletableFuture<TaskReply> result, Instant deadline, Duration within)
            throws TaskFailedException, InterruptedException {
        while (true) {
            Instant now = clock.instant();
            if (result.isDone()) {
                return result.resultNow();
            }
            if (!now.isBefore(deadline)) {
                throw new TaskFailedException(
                        504, "its agent did not answer within %d ms".formatted(within.toMillis()));
            }
            requireAgent(now);
            Duration left = Duration.between(now, deadline);
            try {
                return result.get(
                        (left.compareTo(CHECK_INTERVAL) < 0 ? left : CHECK_INTERVAL).toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // Checks again whether the agent is still connected.
            } catch (ExecutionException e) {
                throw new IllegalStateException("a task's result is never an exception", e);
            }
        }
    }

    private synchronized void requireAgent(Instant now) throws TaskFailedException {
        if (!queue.agentConnected(now)) {
            throw new TaskFailedException(503, queue.disconnectedReason(now));
        }
    }

    private synchronized void forget(String id) {
        waiting.remove(id);
        queue.finished(id);
    }

    /// Handles a poll of the agent: waits until there are tasks.
    ///
    /// @param wait how long the agent is prepared to wait; the hub may respond earlier
    /// @param taken id of the last [Task.SyncControl] that the agent accepted; empty if none
    /// @param abandoned whether the agent has disconnected; checked after each [#wake]
    /// @return empty if there are no tasks
    /// @throws TaskFailedException if too many polls are already waiting
    public synchronized List<Task> poll(Duration wait, String taken, BooleanSupplier abandoned)
            throws TaskFailedException, InterruptedException {
        long timeout = Math.min(wait.toNanos(), config.longestPoll().toNanos());
        long end = System.nanoTime() + timeout;
        if (queue.polls() >= MAX_POLLS) {
            throw new TaskFailedException(429, "%d polls of this agent are already waiting".formatted(queue.polls()));
        }
        queue.pollBegan();
        try {
            while (true) {
                if (closed || abandoned.getAsBoolean()) {
                    return List.of(); // due tasks go to the next poll
                }
                List<Task> tasks = due(taken);
                long left = end - System.nanoTime();
                if (!tasks.isEmpty() || left <= 0) {
                    return tasks;
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, untilNextDue()));
            }
        } finally {
            queue.pollEnded(clock.instant());
        }
    }

    private List<Task> due(String taken) {
        List<Task> tasks = new ArrayList<>();
        DesiredSync current = desired.get();
        String id = instance + "-w" + current.revision();
        if (!id.equals(taken)) {
            tasks.add(new Task.SyncControl(id, Duration.ZERO, current.on(), current.kinds(), current.first()));
        }
        tasks.addAll(queue.due(clock.instant()));
        return tasks;
    }

    private long untilNextDue() {
        return queue.nextDue()
                .map(at -> Math.max(1, Duration.between(clock.instant(), at).toNanos()))
                .orElse(Long.MAX_VALUE);
    }

    /// Wakes all polls: the desired state has changed, or a polling agent has disconnected.
    public synchronized void wake() {
        notifyAll();
    }

    /// Ends all polls and fails all tasks, because the cluster was removed.
    public synchronized void close() {
        closed = true;
        waiting.values().forEach(result -> result.complete(new TaskReply.Result(new TaskResult.Failed(503, REMOVED))));
        waiting.clear();
        notifyAll();
    }

    /// Finds a pending task.
    public synchronized Optional<Task> find(String id) {
        return queue.find(id);
    }

    /// Completes a task; false if it is not pending.
    public synchronized boolean finished(String id, TaskReply reply) {
        queue.finished(id);
        CompletableFuture<TaskReply> result = waiting.remove(id);
        return result != null && result.complete(reply);
    }

    /// Whether the agent polls for tasks.
    public synchronized boolean agentConnected() {
        return queue.agentConnected(clock.instant());
    }

    /// Number of tasks that wait for the agent or for their result.
    public synchronized int queued() {
        return queue.size();
    }
}
