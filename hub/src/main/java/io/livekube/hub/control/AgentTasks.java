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

/// The way to one cluster's agent: it asks for tasks, others wait for what becomes of them.
///
/// For any number of threads, which may block here.
public final class AgentTasks {
    /// How often somebody who waits looks whether the agent is still there.
    private static final Duration LOOK = Duration.ofSeconds(1);

    /// An agent asks once at a time; one that lost its connection may ask again before the hub has noticed.
    private static final int MAX_POLLS = 4;

    private static final String REMOVED = "the cluster was removed";

    private final String cluster;
    private final String instance;
    private final TaskConfig config;
    private final TaskQueue queue;
    private final Supplier<DesiredSync> wish;
    private final HubObserver observer;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong lastId = new AtomicLong();
    private final Condition changed = lock.newCondition();
    private final Map<String, CompletableFuture<TaskReply>> waiting = new HashMap<>();
    private int polls;
    private boolean closed;

    /// Makes the task once it has an id.
    @FunctionalInterface
    public interface Draft {
        Task with(String id, Duration within);
    }

    /// @param instance tells this process's ids from those of hubs before it
    /// @param wish what the agent should be doing now; it may be asked for at any time
    public AgentTasks(
            String cluster,
            String instance,
            TaskConfig config,
            Supplier<DesiredSync> wish,
            HubObserver observer,
            InstantSource clock) {
        this.cluster = cluster;
        this.observer = observer;
        this.instance = instance;
        this.config = config;
        this.queue = new TaskQueue(config);
        this.wish = wish;
        this.clock = clock;
    }

    /// Has a task done, and waits for what becomes of it.
    ///
    /// @throws TaskFailedException if the agent is gone or goes, has too much to do, takes longer, or fails
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
                return result.get((left.compareTo(LOOK) < 0 ? left : LOOK).toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // Looks again whether it is worth waiting.
            } catch (ExecutionException e) {
                throw new IllegalStateException("no result is ever an exception", e);
            }
        }
    }

    private void requireAgent(Instant now) throws TaskFailedException {
        lock.lock();
        try {
            if (!queue.agentThere(now)) {
                throw new TaskFailedException(503, queue.whyGone(now));
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

    /// Gives the agent what there is to do, as soon as there is something.
    ///
    /// @param wait how long it is ready to wait; the hub may be less patient
    /// @param taken the id of the last [Task.SyncControl] that it took; empty if none
    /// @param abandoned tells, after a [#wake], that it has gone away
    /// @return empty if there is nothing to do
    /// @throws TaskFailedException if it asks too often at once
    public List<Task> poll(Duration wait, String taken, BooleanSupplier abandoned)
            throws TaskFailedException, InterruptedException {
        long patience = Math.min(wait.toNanos(), config.longestPoll().toNanos());
        long end = System.nanoTime() + patience;
        lock.lockInterruptibly();
        try {
            if (polls >= MAX_POLLS) {
                throw new TaskFailedException(429, "%d requests wait for tasks already".formatted(polls));
            }
            polls++;
            queue.pollBegan();
            try {
                while (true) {
                    if (closed || abandoned.getAsBoolean()) {
                        return List.of(); // what is due goes to whoever asks next
                    }
                    List<Task> tasks = due(taken);
                    long left = end - System.nanoTime();
                    if (!tasks.isEmpty() || left <= 0) {
                        return tasks;
                    }
                    var _ = changed.awaitNanos(Math.min(left, untilNextDue()));
                }
            } finally {
                polls--;
                queue.pollEnded(clock.instant());
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Task> due(String taken) {
        List<Task> tasks = new ArrayList<>();
        DesiredSync present = wish.get();
        String id = instance + "-w" + present.revision();
        if (!id.equals(taken)) {
            tasks.add(new Task.SyncControl(id, Duration.ZERO, present.on(), present.kinds(), present.first()));
        }
        tasks.addAll(queue.due(clock.instant()));
        return tasks;
    }

    private long untilNextDue() {
        return queue.nextDue()
                .map(at -> Math.max(1, Duration.between(clock.instant(), at).toNanos()))
                .orElse(Long.MAX_VALUE);
    }

    /// What the agent should do has changed, or somebody who asks has gone.
    public void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Ends it: who asks for tasks gets none, who waits for a result hears that the cluster is not there
    /// any more.
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

    /// The task of that id, if somebody waits for it.
    public Optional<Task> find(String id) {
        lock.lock();
        try {
            return queue.find(id);
        } finally {
            lock.unlock();
        }
    }

    /// Takes what became of a task; false if nobody waits for it any more.
    public boolean finished(String id, TaskReply outcome) {
        CompletableFuture<TaskReply> result;
        lock.lock();
        try {
            queue.finished(id);
            result = waiting.remove(id);
        } finally {
            lock.unlock();
        }
        return result != null && result.complete(outcome);
    }

    /// Whether the agent asks for tasks.
    public boolean agentThere() {
        lock.lock();
        try {
            return queue.agentThere(clock.instant());
        } finally {
            lock.unlock();
        }
    }

    /// Tasks that wait for the agent or for their result.
    public int queued() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }
}
