package io.livekube.agent.tasks;

import io.livekube.agent.uplink.TaskLink;
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

/// Does tasks, a few at once, each once, and brings their results to the hub.
///
/// A result that could not be brought is brought again until nobody waits for it any more; after that it is
/// not sent. A fetch is then done again as well, since what it streamed is gone, and so is a document.
/// [#take] and [#refuse] are for one thread; after [#close] they start nothing.
public final class TaskRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);

    private static final int AT_ONCE = 4;

    /// More than these are not begun: the hub hands them out again.
    private static final int WAITING = 64;

    private static final int REMEMBERED = 1024;

    /// For a task that names no time.
    private static final Duration USUAL_TIME = Duration.ofSeconds(10);

    /// What is kept of a task's time for telling that it was not enough.
    private static final Duration LAST_WORDS = Duration.ofMillis(500);

    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration MAX_RETRY = Duration.ofSeconds(1);

    private final TaskLink link;
    private final TaskWork work;
    private final InstantSource clock;
    private final SeenTasks seen = new SeenTasks(REMEMBERED);
    private final Semaphore slots = new Semaphore(AT_ONCE);
    private final Semaphore room = new Semaphore(AT_ONCE + WAITING);
    private final Map<String, TaskCount> counts = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("livekube-task-", 0).factory());

    public TaskRunner(TaskLink link, LiveReads reads, SyncSwitch sync, InstantSource clock) {
        this.link = link;
        this.work = new TaskWork(reads, sync);
        this.clock = clock;
    }

    /// How tasks went so far, by type.
    public Map<String, TaskCount> counts() {
        return Map.copyOf(counts);
    }

    /// Begins a task that was not seen before, and returns at once.
    void take(Task task) {
        begin(task.id(), task.getClass().getSimpleName(), task.within(), time -> work.within(time, task));
    }

    /// Answers a task that this agent can't read.
    void refuse(TaskList.Unreadable task) {
        begin(task.id(), "Unreadable", Duration.ZERO, _ -> new TaskWork.Found.Result(task.result()));
    }

    private interface Doing {
        TaskWork.Found within(Duration time) throws InterruptedException;
    }

    private void begin(String id, String type, Duration within, Doing doing) {
        if (seen.contains(id)) {
            LOG.debug("task {} came again", id);
            return;
        }
        if (!room.tryAcquire()) {
            LOG.warn("task {} is not begun: {} others are", id, AT_ONCE + WAITING);
            return;
        }
        seen.add(id);
        Instant deadline = clock.instant().plus(within.isPositive() ? within : USUAL_TIME);
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

    /// True if the hub has a result that is no failure.
    private boolean run(String id, Instant deadline, Doing doing) throws InterruptedException {
        if (!slots.tryAcquire(left(deadline).toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.info("task {} had no turn before its time was over", id);
            return false;
        }
        try {
            return tell(id, deadline, doing);
        } finally {
            slots.release();
        }
    }

    private boolean tell(String id, Instant deadline, Doing doing) throws InterruptedException {
        Optional<TaskResult> known = Optional.empty();
        Duration pause = FIRST_RETRY;
        while (left(deadline).isPositive()) {
            TaskWork.Found found =
                    known.isPresent() ? new TaskWork.Found.Result(known.get()) : work(id, doing, timeToWork(deadline));
            TaskLink.Delivery delivery;
            switch (found) {
                case TaskWork.Found.Result(TaskResult result) -> {
                    known = Optional.of(result);
                    delivery = deliver(id, deadline, result);
                }
                case TaskWork.Found.Document document -> delivery = deliver(id, deadline, document);
                case TaskWork.Found.Objects(LiveList list) -> {
                    delivery = deliver(id, deadline, list);
                    known = list.failure().map(TaskFailedException::result);
                }
            }
            switch (delivery) {
                case TaskLink.Delivery.Taken _ -> {
                    return !(known.isPresent() && known.get() instanceof TaskResult.Failed);
                }
                case TaskLink.Delivery.Unwanted(String reason) -> {
                    LOG.info("the result of task {} is not wanted: {}", id, reason);
                    return false;
                }
                case TaskLink.Delivery.Broken(String reason) -> LOG.debug("task {}: {}", id, reason);
            }
            Duration rest = left(deadline);
            if (rest.isPositive()) {
                Thread.sleep(pause.compareTo(rest) < 0 ? pause : rest);
            }
            pause = pause.multipliedBy(2).compareTo(MAX_RETRY) < 0 ? pause.multipliedBy(2) : MAX_RETRY;
        }
        LOG.info("task {} was not done, or its result not brought, before its time was over", id);
        return false;
    }

    private static TaskWork.Found work(String id, Doing doing, Duration time) throws InterruptedException {
        try {
            return doing.within(time);
        } catch (RuntimeException e) {
            LOG.error("task {} ends by a defect", id, e);
            return new TaskWork.Found.Result(new TaskResult.Failed(500, "the agent has a defect, see its log"));
        }
    }

    private TaskLink.Delivery deliver(String id, Instant deadline, TaskResult result) throws InterruptedException {
        byte[] json = TaskCodec.encode(result);
        return link.deliver(
                id,
                new TaskLink.Content(TaskCodec.MEDIA_TYPE, Optional.empty(), BodyPublishers.ofByteArray(json)),
                atLeastOne(left(deadline)));
    }

    private TaskLink.Delivery deliver(String id, Instant deadline, TaskWork.Found.Document document)
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

    /// The part of the remaining time that the work may take; the rest is for reporting a failure.
    static Duration timeToWork(Duration left) {
        Duration words = left.dividedBy(5).compareTo(LAST_WORDS) < 0 ? left.dividedBy(5) : LAST_WORDS;
        return atLeastOne(left.minus(words));
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
