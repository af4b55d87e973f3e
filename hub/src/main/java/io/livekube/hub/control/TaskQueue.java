package io.livekube.hub.control;

import io.livekube.protocol.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Queue of one cluster's tasks that wait for delivery or for their result.
///
/// A task is delivered with the next poll, and again after an interval without a result, until its deadline. An
/// agent that has not polled recently counts as disconnected, and tasks for it are rejected.
///
/// No I/O and no clock; not thread-safe.
public final class TaskQueue {
    private final TaskConfig config;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private int polls;
    private Optional<Instant> lastPoll = Optional.empty();

    /// @param dueAt time of the next delivery
    private record Entry(Task task, Instant deadline, Instant dueAt) {}

    public TaskQueue(TaskConfig config) {
        this.config = config;
    }

    /// Queues a task, or returns why it can't be queued.
    public Optional<String> offer(Task task, Instant now) {
        dropExpired(now);
        if (!agentConnected(now)) {
            return Optional.of(disconnectedReason(now));
        }
        if (entries.size() >= config.queued()) {
            return Optional.of("%d tasks are already queued for its agent".formatted(entries.size()));
        }
        entries.put(task.id(), new Entry(task, now.plus(task.within()), now));
        return Optional.empty();
    }

    /// Returns the tasks that are due, each with its remaining time.
    public List<Task> due(Instant now) {
        dropExpired(now);
        List<Task> tasks = new ArrayList<>();
        entries.replaceAll((_, entry) -> {
            if (entry.dueAt().isAfter(now)) {
                return entry;
            }
            tasks.add(withTimeLeft(entry.task(), Duration.between(now, entry.deadline())));
            return new Entry(entry.task(), entry.deadline(), now.plus(config.redeliver()));
        });
        return tasks;
    }

    /// When the next task is due; empty if there is none.
    public Optional<Instant> nextDue() {
        return entries.values().stream().map(Entry::dueAt).min(Instant::compareTo);
    }

    /// Removes a task that has a result or whose caller is gone.
    ///
    /// @return the task; empty if it is unknown, expired or already finished
    public Optional<Task> finished(String id) {
        return Optional.ofNullable(entries.remove(id)).map(Entry::task);
    }

    /// Finds an unfinished task.
    public Optional<Task> find(String id) {
        return Optional.ofNullable(entries.get(id)).map(Entry::task);
    }

    /// Records the start of a poll; [#pollEnded] must follow.
    public void pollBegan() {
        polls++;
    }

    /// Records the end of a poll.
    public void pollEnded(Instant now) {
        polls--;
        lastPoll = Optional.of(now);
    }

    /// Number of waiting polls.
    public int polls() {
        return polls;
    }

    /// Whether the agent is polling or polled recently.
    public boolean agentConnected(Instant now) {
        return polls > 0
                || lastPoll.map(at -> at.plus(config.goneAfter()).isAfter(now)).orElse(false);
    }

    public int size() {
        return entries.size();
    }

    /// Why the agent counts as disconnected.
    public String disconnectedReason(Instant now) {
        return lastPoll.map(at -> "its agent has not polled for tasks for %d s"
                        .formatted(Duration.between(at, now).toSeconds()))
                .orElse("its agent has not polled for tasks since the hub started");
    }

    private void dropExpired(Instant now) {
        entries.values().removeIf(entry -> !entry.deadline().isAfter(now));
    }

    private static Task withTimeLeft(Task task, Duration left) {
        return switch (task) {
            case Task.SyncControl t -> new Task.SyncControl(t.id(), left, t.on(), t.kinds(), t.first());
            case Task.Resync t -> new Task.Resync(t.id(), left);
            case Task.Fetch t -> new Task.Fetch(t.id(), left, t.resource(), t.namespace(), t.name());
            case Task.Version t -> new Task.Version(t.id(), left, t.resource());
            case Task.Report t -> new Task.Report(t.id(), left);
            case Task.Document t -> new Task.Document(t.id(), left, t.path(), t.accept());
        };
    }
}
