package io.livekube.hub.kubeapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.hub.TestingAgent;
import io.livekube.hub.TestingConfig;
import io.livekube.hub.TestingHub;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.control.TaskReply;
import io.livekube.hub.read.FetchConfig;
import io.livekube.hub.read.ListConfig;
import io.livekube.hub.read.ReadConfig;
import io.livekube.protocol.Task;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/// A hub and the agent that it asks.
@Timeout(60)
abstract class FetchCase {
    static final String PODS = "/clusters/demo/api/v1/pods";
    static final String ONE = "/clusters/demo/api/v1/namespaces/default/pods/pod-00000";
    static final Duration LONG = Duration.ofMinutes(10);

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration VERSION_WAIT = Duration.ofSeconds(6);

    private @Nullable TestingHub started;
    private @Nullable TestingAgent asked;

    @AfterEach
    void stop() {
        if (asked != null) {
            asked.close();
        }
        if (started != null) {
            started.close();
        }
    }

    TestingHub hub(SyncMode mode, FetchConfig fetch) {
        ListConfig lists = TestingConfig.listsAwaited(VERSION_WAIT);
        started = TestingHub.start(
                config -> config.withControl(config.control().withMode(mode)).withReads(new ReadConfig(fetch, lists)));
        return started;
    }

    /// A hub that does not retain fetches, so that each read fetches again.
    TestingHub hub(SyncMode mode) {
        return hub(mode, FetchConfig.defaults().withTimes(PATIENCE, Duration.ZERO, Duration.ZERO));
    }

    TestingAgent agent(TestingHub hub, Function<Task, Optional<TaskReply>> answers) {
        asked = TestingAgent.start(hub, "demo", answers);
        return asked;
    }

    static void forward(TestingHub hub, TestingAgent agent, Duration by) {
        hub.putClockForward(by);
        agent.awaitThere();
    }

    /// From now on, no agent polls for tasks.
    static void leave(TestingHub hub, TestingAgent agent) {
        agent.close();
        hub.putClockForward(Duration.ofSeconds(6));
    }

    static JsonNode json(HttpResponse<String> answer) {
        try {
            return new JsonMapper().readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    static void isFrom(HttpResponse<String> answer, String source, String state, int items) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(header(answer, "X-Livekube-Source")).isEqualTo(source);
        assertThat(header(answer, "X-Livekube-State")).isEqualTo(state);
        assertThat(json(answer).path("items")).hasSize(items);
    }

    static void isStatus(HttpResponse<String> answer, int code, String said) {
        JsonNode status = json(answer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code);
        assertThat(status.path("kind").asText()).isEqualTo("Status");
        assertThat(status.path("message").asText()).contains(said);
        assertThat(header(answer, "X-Livekube-State")).as("state").isNotEmpty();
        assertThat(header(answer, "X-Livekube-Source")).as("source").isNotEmpty();
    }
}
