package io.livekube.agent.tasks;

import io.livekube.agent.uplink.TaskLink;
import io.livekube.core.Backoff;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskList;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.TaskCodec;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs tasks, a few at a time and each only once, and delivers their results to the hub.
///
/// A result that could not be delivered is sent again until the task's deadline. A fetch or document is read
/// again for that, since what was streamed is gone. [#take] and [#refuse] must be called on one thread; after
/// [#close] they start nothing.
public final class TaskRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);

    private static final int AT_ONCE = 4;

    /// Further tasks are not accepted; the hub delivers them again.
    private static final int WAITING = 64;

    private static final int REMEMBERED = 1024;

    /// For a task without a deadline.
    private static final Duration DEFAULT_TIME = Duration.ofSeconds(10);

    /// Part of a task's time that is reserved for reporting a timeout.
    private static final Duration REPORTING_TIME = Duration.ofMillis(500);

    private static final Backoff REDELIVERY = Backoff.doubling(Duration.ofMillis(100), Duration.ofSeconds(1));

    private final TaskLink link;
    private final TaskHandler work;
    private final InstantSource clock;
    private final RecentTaskIds seen = new RecentTaskIds(REMEMBERED);
    private final Semaphore slots = new Semaphore(AT_ONCE);
    private final Semaphore room = new Semaphore(AT_ONCE + WAITING);
    private final Map<String, TaskCount> counts = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("livekube-task-", 0).factory());

    public TaskRunner(TaskLink link, LiveReads reads, SyncCommands sync, InstantSource clock) {
        this.link = link;
        this.work = new TaskHandler(reads, sync);
        this.clock = clock;
    }

    /// Numbers of completed and failed tasks, by type.
    public Map<String, TaskCount> counts() {
        return Map.copyOf(counts);
    }

    /// Starts a task that was not seen before, and returns immediately.
    void take(Task task) {
        begin(task.id(), task.getClass().getSimpleName(), task.within(), time -> work.within(time, task));
    }

    /// Reports that a task could not be parsed.
    void refuse(TaskList.Unreadable task) {
        begin(task.id(), "Unreadable", Duration.ZERO, _ -> new TaskHandler.Found.Result(task.result()));
    }

    private interface Doing {
        TaskHandler.Found within(Duration time) throws InterruptedException;
    }

    private void begin(String id, String type, Duration within, Doing doing) {
        if (seen.contains(id)) {
            LOG.debug("task {} was delivered again", id);
            return;
        }
        if (!room.tryAcquire()) {
            LOG.warn("task {}: not started, {} others are waiting or running", id, AT_ONCE + WAITING);
            return;
        }
        seen.add(id);
        Instant deadline = clock.instant().plus(within.isPositive() ? within : DEFAULT_TIME);
        try {
            threads.execute(() -> {
                try {
                    boolean done = run(id, deadline, doing);
                    counts.merge(type, TaskCount.NONE.plus(done), (before, _) -> before.plus(done));
                } catch (InterruptedException closing) {
                    LOG.debug("task {}: interrupted, the agent is closing", id, closing);
                } finally {
                    room.release();
                }
            });
        } catch (RejectedExecutionException closed) {
            room.release();
            LOG.debug("task {}: dropped, the agent is closing", id, closed);
        }
    }

    /// True if a successful result was delivered.
    private boolean run(String id, Instant deadline, Doing doing) throws InterruptedException {
        if (!slots.tryAcquire(left(deadline).toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.info("task {}: expired before it could be started", id);
            return false;
        }
        try {
            return runAndDeliver(id, deadline, doing);
        } finally {
            slots.release();
        }
    }

    private boolean runAndDeliver(String id, Instant deadline, Doing doing) throws InterruptedException {
        Optional<TaskResult> known = Optional.empty();
        for (int failures = 0; left(deadline).isPositive(); failures++) {
            TaskHandler.Found found = known.isPresent()
                    ? new TaskHandler.Found.Result(known.get())
                    : work(id, doing, timeToWork(deadline));
            TaskLink.Delivery delivery;
            switch (found) {
                case TaskHandler.Found.Result(TaskResult result) -> {
                    known = Optional.of(result);
                    delivery = deliver(id, deadline, result);
                }
                case TaskHandler.Found.Document document -> delivery = deliver(id, deadline, document);
                case TaskHandler.Found.Objects(LiveList list) -> {
                    delivery = deliver(id, deadline, list);
                    known = list.failure().map(LiveReadFailedException::result);
                }
            }
            switch (delivery) {
                case TaskLink.Delivery.Taken _ -> {
                    return !(known.isPresent() && known.get() instanceof TaskResult.Failed);
                }
                case TaskLink.Delivery.Unwanted(String reason) -> {
                    LOG.info("task {}: the hub does not want the result: {}", id, reason);
                    return false;
                }
                case TaskLink.Delivery.Broken(String reason) -> LOG.debug("task {}: {}", id, reason);
            }
            Duration rest = left(deadline);
            if (rest.isPositive()) {
                Duration pause = REDELIVERY.delay(failures);
                Thread.sleep(pause.compareTo(rest) < 0 ? pause : rest);
            }
        }
        LOG.info("task {}: not done, or its result not delivered, before its deadline", id);
        return false;
    }

    private static TaskHandler.Found work(String id, Doing doing, Duration time) throws InterruptedException {
        try {
            return doing.within(time);
        } catch (RuntimeException e) {
            LOG.error("task {} failed; this is a bug", id, e);
            return new TaskHandler.Found.Result(
                    new TaskResult.Failed(500, "the agent failed because of a bug; see its log"));
        }
    }

    private TaskLink.Delivery deliver(String id, Instant deadline, TaskResult result) throws InterruptedException {
        byte[] json = TaskCodec.encode(result);
        return link.deliver(
                id,
                new TaskLink.Content(TaskCodec.MEDIA_TYPE, Optional.empty(), BodyPublishers.ofByteArray(json)),
                atLeastOne(left(deadline)));
    }

    private TaskLink.Delivery deliver(String id, Instant deadline, TaskHandler.Found.Document document)
            throws InterruptedException {
        return link.deliver(
                id,
                new TaskLink.Content(
                        TaskCodec.DOCUMENT_MEDIA_TYPE,
                        Optional.of("zstd"),
                        BodyPublishers.ofByteArray(document.packed())),
                atLeastOne(left(deadline)));
    }

    private TaskLink.Delivery deliver(String id, Instant deadline, LiveList list) throws InterruptedException {
        try (list) {
            return link.deliver(
                    id,
                    new TaskLink.Content(
                            TaskCodec.LIST_MEDIA_TYPE, Optional.of("zstd"), BodyPublishers.ofInputStream(list::open)),
                    atLeastOne(left(deadline)));
        } catch (IOException e) {
            throw new IllegalStateException("a list in memory can't be closed", e);
        }
    }

    private Duration timeToWork(Instant deadline) {
        return timeToWork(left(deadline));
    }

    /// Share of the remaining time that the work may take; the rest is for reporting a failure.
    static Duration timeToWork(Duration left) {
        Duration reporting = left.dividedBy(5).compareTo(REPORTING_TIME) < 0 ? left.dividedBy(5) : REPORTING_TIME;
        return atLeastOne(left.minus(reporting));
    }

    private static Duration atLeastOne(Duration left) {
        return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
    }

    private Duration left(Instant deadline) {
        return Duration.between(clock.instant(), deadline);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
