package io.livekube.hub.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.protocol.Task;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Task delivery: at least once, until the deadline, and never to a disconnected agent.
class TaskQueueTest {
    private final TaskQueue queue =
            new TaskQueue(new TaskConfig(2, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(25)));
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private void pass(long seconds) {
        now = now.plusSeconds(seconds);
    }

    private void agentAsks() {
        queue.pollBegan();
        queue.pollEnded(now);
    }

    private static Task task(String id) {
        return new Task.Report(id, Duration.ofSeconds(10));
    }

    @Test
    void taskIsRedeliveredWithItsRemainingTimeUntilThereIsAResult() {
        agentAsks();
        assertThat(queue.offer(task("a"), now)).isEmpty();
        assertThat(queue.due(now)).extracting(Task::id).containsExactly("a");
        assertThat(queue.due(now)).as("in progress").isEmpty();
        assertThat(queue.nextDue()).hasValue(now.plusSeconds(3));

        pass(3);
        assertThat(queue.due(now)).containsExactly(new Task.Report("a", Duration.ofSeconds(7)));
        assertThat(queue.finished("a")).isPresent();
        pass(3);
        assertThat(queue.due(now)).isEmpty();
        assertThat(queue.finished("a")).as("already finished").isEmpty();
        assertThat(queue.nextDue()).isEmpty();
    }

    @Test
    void expiredTaskIsNotDelivered() {
        agentAsks();
        queue.offer(task("a"), now);
        pass(10);
        assertThat(queue.due(now)).isEmpty();
        assertThat(queue.size()).isZero();
        assertThat(queue.find("a")).isEmpty();
    }

    @Test
    void fullQueueRejectsTasksUntilOneIsDone() {
        agentAsks();
        queue.offer(task("a"), now);
        queue.offer(task("b"), now);
        assertThat(queue.offer(task("c"), now))
                .hasValueSatisfying(why -> assertThat(why).contains("2 tasks are already queued"));
        queue.finished("a");
        assertThat(queue.offer(task("c"), now)).isEmpty();
    }

    @Test
    void agentWithoutARecentPollGetsNoTasks() {
        assertThat(queue.offer(task("a"), now))
                .hasValueSatisfying(why -> assertThat(why).contains("since the hub started"));
        queue.pollBegan();
        pass(3_600);
        assertThat(queue.agentConnected(now)).as("it is polling").isTrue();
        queue.pollEnded(now);
        pass(4);
        assertThat(queue.agentConnected(now)).isTrue();
        pass(1);
        assertThat(queue.agentConnected(now)).isFalse();
        assertThat(queue.offer(task("a"), now))
                .hasValueSatisfying(why -> assertThat(why).contains("not polled for tasks for 5 s"));
    }
}
