package io.livekube.agent.tasks;

import io.livekube.agent.uplink.ConnectionLog;
import io.livekube.agent.uplink.TaskLink;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskList;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Polls a hub for tasks according to a [PollSchedule], on the calling thread, until it is interrupted.
///
/// Applies [io.livekube.protocol.Task.SyncControl] itself, since the next poll must acknowledge it; all other
/// tasks go to the [TaskRunner].
public final class TaskLoop {
    private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);

    private final PollSchedule schedule;
    private final TaskLink link;
    private final TaskRunner runner;
    private final SyncCommands sync;
    private final InstantSource clock;
    private final ConnectionLog log;
    private boolean on;
    private String taken = "";
    private volatile Optional<Instant> lastAnswer = Optional.empty();

    /// @param hub name of the hub in the log
    public TaskLoop(
            PollSchedule schedule,
            TaskLink link,
            TaskRunner runner,
            SyncCommands sync,
            InstantSource clock,
            String hub) {
        this.schedule = schedule;
        this.link = link;
        this.runner = runner;
        this.sync = sync;
        this.clock = clock;
        this.log = new ConnectionLog(hub + " (tasks)");
    }

    /// When the hub last answered.
    public Optional<Instant> lastAnswer() {
        return lastAnswer;
    }

    /// Returns only when interrupted.
    public void run() throws InterruptedException {
        boolean wasLong = true;
        while (true) {
            Instant before = clock.instant();
            PollSchedule.Poll poll = schedule.next(before);
            if (wasLong && !poll.isLong()) {
                LOG.info("long polls do not get through to the hub: polling at short intervals for a while");
            }
            wasLong = poll.isLong();
            Duration pause = Duration.between(before, poll.at());
            if (pause.isPositive()) {
                Thread.sleep(pause);
            }
            ask(poll);
        }
    }

    private void ask(PollSchedule.Poll poll) throws InterruptedException {
        TaskLink.Reply reply = link.poll(poll.hold(), on, taken);
        Instant now = clock.instant();
        switch (reply) {
            case TaskLink.Reply.Tasks(TaskList list) -> {
                lastAnswer = Optional.of(now);
                log.well(now);
                schedule.answered(
                        poll, list.tasks().isEmpty() && list.unreadable().isEmpty(), now);
                list.tasks().forEach(this::take);
                list.unreadable().forEach(runner::refuse);
            }
            case TaskLink.Reply.Cut(String reason) -> {
                if (!poll.isLong()) {
                    log.failed(reason, now);
                }
                schedule.cut(poll, now);
            }
            case TaskLink.Reply.Away(String reason, Optional<Duration> retryAfter) -> {
                log.failed(reason, now);
                schedule.away(retryAfter, now);
            }
        }
    }

    private void take(Task task) {
        if (task instanceof Task.SyncControl wanted) {
            sync.control(wanted);
            on = wanted.on();
            taken = wanted.id();
        } else {
            runner.take(task);
        }
    }
}
