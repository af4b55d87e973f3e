package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingAgent.failed;
import static io.livekube.hub.TestingAgent.pods;
import static io.livekube.hub.TestingAgent.text;
import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingAgent;
import io.livekube.hub.TestingHub;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.read.FetchConfig;
import io.livekube.protocol.Task;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents that reply with garbage, late, or not at all.
class BadFetchTest extends FetchCase {
    @Test
    void failedFetchReturnsTheLastKnownStateWithCauseAndAge() {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(hub, _ -> failed(500, "etcd \"leader\" changed\r\nX-Evil: 1"));
        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));

        HttpResponse<String> answer = hub.get(PODS);
        isFrom(answer, "mirror", "stale", 3);
        assertThat(header(answer, "Warning"))
                .containsPattern("(6[1-9]|[7-9]\\d|\\d{3,}) s old")
                .contains("etcd 'leader' changed");
        assertThat(header(answer, "X-Evil")).isEmpty();
        assertThat(header(answer, "X-Livekube-Sequence")).isEqualTo("1");
        assertThat(json(hub.get(ONE)).path("metadata").path("name").asText()).isEqualTo("pod-00000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "{\"kind\":\"Status\",\"status\":\"Failure\"}",
                "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[{",
                "{\"kind\":\"PodList\",\"metadata\":{},\"items\":[]}",
                "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\",\"continue\":\"x\"},\"items\":[]}"
            })
    void incompleteListIsNeverShown(String garbage) {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(hub, _ -> text(garbage));
        isStatus(hub.get(PODS), 503, "is invalid");
        assertThat(hub.get(PODS).body()).as("a sentence for people").doesNotContain("[Source");
        isStatus(hub.get(PODS + "?fresh=true"), 504, "is invalid");

        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));
        isFrom(hub.get(PODS), "mirror", "stale", 3);
    }

    @Test
    void undecodableObjectIsOmittedAndReported() {
        TestingHub hub = hub(SyncMode.ON);
        agent(hub, _ -> pods(70_000, pod("default", "now", 70_000) + ",{\"metadata\":{\"name\":\"bad\"}}"));

        HttpResponse<String> answer = hub.get(PODS);
        isFrom(answer, "fetch", "fresh", 1);
        assertThat(header(answer, "Warning")).contains("1 object").contains("omitted");
    }

    @Test
    void silentAgentCostsAReaderNoMoreThanItsPatience() {
        TestingHub hub = hub(
                SyncMode.ON, FetchConfig.defaults().withTimes(Duration.ofMillis(200), Duration.ZERO, Duration.ZERO));
        TestingAgent agent = agent(hub, _ -> Optional.empty());
        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));

        HttpResponse<String> answer = hub.get(PODS);
        isFrom(answer, "mirror", "stale", 3);
        assertThat(header(answer, "Warning")).contains("did not answer within 200 ms");
        isStatus(hub.get(PODS + "?fresh=true"), 504, "did not answer");
    }

    @Test
    void disconnectedAgentDoesNotKeepReadersWaiting() throws Exception {
        TestingHub hub = hub(SyncMode.ON, FetchConfig.defaults().withTimes(LONG, LONG, LONG));
        TestingAgent agent = agent(hub, _ -> Optional.empty());
        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));

        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> answer = readers.submit(() -> hub.get(PODS));
            await().until(() -> !agent.seen(Task.Fetch.class).isEmpty());
            leave(hub, agent);
            isFrom(answer.get(), "mirror", "stale", 3);
        }
    }

    @Test
    void readersOfASlowClusterDoNotBlockOthers() throws Exception {
        TestingHub hub = hub(
                SyncMode.ON, FetchConfig.defaults().withTimes(LONG, LONG, LONG).withWaiting(1));
        TestingAgent agent = agent(hub, _ -> Optional.empty());
        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));

        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> first = readers.submit(() -> hub.get(PODS));
            await().until(() -> !agent.seen(Task.Fetch.class).isEmpty());
            HttpResponse<String> second = hub.get(PODS);
            isFrom(second, "mirror", "stale", 3);
            assertThat(header(second, "Warning")).contains("1 readers are already waiting");
            leave(hub, agent);
            isFrom(first.get(), "mirror", "stale", 3);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/namespaces/default/pods/%2E%2E",
                "/api/v1/namespaces/default/pods/a%2Fb",
                "/api/v1/namespaces/..%2F..%2Fsecrets/pods",
                "/api/v1/namespaces/a.b/pods",
                "/api/v1/pods%3Fx=1",
                "/apis/EXAMPLE/v1/widgets"
            })
    void impossibleObjectsAreNotRequested(String path) {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(hub, _ -> failed(500, "not to be asked"));
        HttpResponse<String> answer = hub.get("/clusters/demo" + path);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(agent.seen(Task.Fetch.class)).isEmpty();
    }
}
