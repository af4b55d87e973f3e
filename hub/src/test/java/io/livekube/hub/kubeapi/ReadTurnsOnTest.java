package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static io.livekube.hub.TestingBatches.pods;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.hub.TestingHub;
import io.livekube.hub.TestingPolls;
import io.livekube.hub.cluster.Cluster;
import io.livekube.protocol.Task;
import io.livekube.protocol.json.TaskCodec;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// From the first read of a cluster that is off to the mirror, and back.
@Timeout(60)
class ReadTurnsOnTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PODS = "/clusters/demo/api/v1/pods";

    private final TestingHub hub = TestingHub.startInAuto();
    private final TestingPolls agent = new TestingPolls(hub, "demo");

    @AfterEach
    void stop() {
        agent.close();
        hub.close();
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /// What the agent is told to do once the cluster is read.
    private List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        while (tasks.size() < 2) {
            tasks.addAll(agent.poll(20));
        }
        return tasks;
    }

    private static Task fetch(List<Task> tasks) {
        return tasks.stream().filter(Task.Fetch.class::isInstance).findFirst().orElseThrow();
    }

    private static String event(String line) {
        try {
            JsonNode event = JSON.readTree(line);
            return "%s %s@%s"
                    .formatted(
                            event.path("type").asText(),
                            event.at("/object/metadata/name").asText(),
                            event.at("/object/metadata/resourceVersion").asText());
        } catch (JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    @Test
    void firstReadIsFetchedAndLaterOnesAreMirroredUntilTheClusterIsIdle() throws Exception {
        agent.poll(0);
        Future<HttpResponse<String>> reader = agent.inBackground(() -> hub.get(PODS));
        List<Task> tasks = tasks();
        assertThat(tasks)
                .anySatisfy(task -> assertThat(task).isInstanceOfSatisfying(Task.SyncControl.class, control -> {
                    assertThat(control.on()).isTrue();
                    assertThat(control.first()).extracting(Object::toString).containsExactly("pods");
                }));
        Task fetch = fetch(tasks);
        agent.tell(
                fetch.id(),
                TaskCodec.LIST_MEDIA_TYPE,
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[%s]}"
                        .formatted(pods(3)));
        HttpResponse<String> first = reader.get(20, TimeUnit.SECONDS);
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(header(first, "X-Livekube-Source")).isEqualTo("fetch");
        assertThat(first.body()).contains("pod-00002");

        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
        HttpResponse<String> second = hub.get(PODS);
        assertThat(header(second, "X-Livekube-Source")).isEqualTo("mirror");
        assertThat(header(second, "X-Livekube-State")).isEqualTo("fresh");

        hub.putClockForward(Duration.ofMinutes(30));
        Cluster cluster = hub.hub().clusters().find("demo").orElseThrow();
        hub.hub().clusters().turnOffIdle();
        assertThat(cluster.activation().on()).isFalse();
        hub.get(PODS);
        assertThat(cluster.activation().on()).as("by the next read").isTrue();
    }

    @Test
    void watchContinuesFromAListThatPredatesTheMirror() throws Exception {
        agent.poll(0);
        Future<HttpResponse<String>> reader = agent.inBackground(() -> hub.get(PODS));
        Task fetch = fetch(tasks());
        agent.tell(
                fetch.id(),
                TaskCodec.LIST_MEDIA_TYPE,
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1001\"},\"items\":[%s,%s]}"
                        .formatted(pods(2), pod("default", "gone", 900)));
        assertThat(header(reader.get(20, TimeUnit.SECONDS), "X-Livekube-Source"))
                .isEqualTo("fetch");

        assertThat(hub.post("demo", full(SESSION, 4)).statusCode()).isEqualTo(200); // as of 50000
        HttpResponse<String> watch = hub.get(PODS + "?watch=true&resourceVersion=1001&timeoutSeconds=1");
        assertThat(watch.statusCode()).isEqualTo(200);
        assertThat(watch.body().lines().map(ReadTurnsOnTest::event))
                .as("once each, ordered by version, deletions first")
                .containsExactly("DELETED gone@1001", "ADDED pod-00002@1002", "ADDED pod-00003@1003");

        assertThat(hub.get("/clusters/demo/api/v1/namespaces/default/pods?watch=true&resourceVersion=1001"
                                + "&timeoutSeconds=1")
                        .body()
                        .lines()
                        .map(ReadTurnsOnTest::event))
                .as("of one namespace")
                .containsExactly("DELETED gone@1001", "ADDED pod-00002@1002");
        assertThat(hub.get(PODS + "?watch=true&resourceVersion=1000&timeoutSeconds=1")
                        .body())
                .as("from a version that was never returned")
                .contains("\"code\":410");
    }
}
