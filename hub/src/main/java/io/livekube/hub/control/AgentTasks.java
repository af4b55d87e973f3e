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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong lastId = new AtomicLong();
    private final Condition changed = lock.newCondition();
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
        CompletableFuture<TaskReply> result = new CompletableFuture<>();
        Instant deadline = clock.instant().plus(task.within());
        lock.lock();
        try {
            Optional<String> refusal = closed ? Optional.of(REMOVED) : queue.offer(task, clock.instant());
            if (refusal.isPresent()) {
                throw new TaskFailedException(503, refusal.get());
            }
            waiting.put(task.id(), result);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
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

    private void requireAgent(Instant now) throws TaskFailedException {
        lock.lock();
        try {
            if (!queue.agentConnected(now)) {
                throw new TaskFailedException(503, queue.disconnectedReason(now));
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget(String id) {
        lock.lock();
        try {
            waiting.remove(id);
            queue.finished(id);
        } finally {
            lock.unlock();
        }
    }

    /// Handles a poll of the agent: waits until there are tasks.
    ///
    /// @param wait how long the agent is prepared to wait; the hub may respond earlier
    /// @param taken id of the last [Task.SyncControl] that the agent accepted; empty if none
    /// @param abandoned whether the agent has disconnected; checked after each [#wake]
    /// @return empty if there are no tasks
    /// @throws TaskFailedException if too many polls are already waiting
    public List<Task> poll(Duration wait, String taken, BooleanSupplier abandoned)
            throws TaskFailedException, InterruptedException {
        long timeout = Math.min(wait.toNanos(), config.longestPoll().toNanos());
        long end = System.nanoTime() + timeout;
        lock.lockInterruptibly();
        try {
            if (queue.polls() >= MAX_POLLS) {
                throw new TaskFailedException(
                        429, "%d polls of this agent are already waiting".formatted(queue.polls()));
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
                    var _ = changed.awaitNanos(Math.min(left, untilNextDue()));
                }
            } finally {
                queue.pollEnded(clock.instant());
            }
        } finally {
            lock.unlock();
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
    public void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Ends all polls and fails all tasks, because the cluster was removed.
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.values()
                    .forEach(result -> result.complete(new TaskReply.Result(new TaskResult.Failed(503, REMOVED))));
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Finds a pending task.
    public Optional<Task> find(String id) {
        lock.lock();
        try {
            return queue.find(id);
        } finally {
            lock.unlock();
        }
    }

    /// Completes a task; false if it is not pending.
    public boolean finished(String id, TaskReply reply) {
        CompletableFuture<TaskReply> result;
        lock.lock();
        try {
            queue.finished(id);
            result = waiting.remove(id);
        } finally {
            lock.unlock();
        }
        return result != null && result.complete(reply);
    }

    /// Whether the agent polls for tasks.
    public boolean agentConnected() {
        lock.lock();
        try {
            return queue.agentConnected(clock.instant());
        } finally {
            lock.unlock();
        }
    }

    /// Number of tasks that wait for the agent or for their result.
    public int queued() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }
}
