package io.livekube.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.protocol.Task;
import io.livekube.protocol.TaskList;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.TestingTasks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TaskRoundTripTest {
    private static final int SEEDS = 500;

    @Test
    void tasksAreDecodedAsTheyWereEncoded() throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            List<Task> tasks = new TestingTasks(seed).tasks();
            assertThat(TaskCodec.decodeTasks(TaskCodec.encodeTasks(tasks)))
                    .as("seed %d", seed)
                    .isEqualTo(new TaskList(tasks, List.of()));
        }
    }

    @Test
    void resultsAreDecodedAsTheyWereEncoded() throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            TaskResult result = new TestingTasks(seed).result();
            assertThat(TaskCodec.decodeResult(TaskCodec.encode(result)))
                    .as("seed %d", seed)
                    .isEqualTo(result);
        }
    }

    @Test
    void aLongReasonIsCutSoThatItCanBeRead() throws Exception {
        var failed = new TaskResult.Failed(500, "ż".repeat(10_000));
        assertThat(TaskCodec.decodeResult(TaskCodec.encode(failed)))
                .isEqualTo(new TaskResult.Failed(500, "ż".repeat(2_048)));
    }

    @Test
    void halfACharacterInAReasonDoesNotBreakIt() throws Exception {
        byte[] body = TaskCodec.encode(new TaskResult.Failed(500, "cut in half: \ud83d"));
        assertThat(new String(body, StandardCharsets.UTF_8)).contains("cut in half: ");
        assertThat(TaskCodec.decodeResult(body)).isInstanceOf(TaskResult.Failed.class);
    }
}
