package io.livekube.hub.http;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import io.livekube.hub.TestingPolls;
import io.livekube.hub.cluster.Cluster;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskCodec;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// From the first look at a cluster that is off to the mirror, and back.
@Timeout(60)
class ReadTurnsOnTest {
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

    @Test
    void theFirstReaderIsAnsweredByAFetchAndTheNextByTheMirrorUntilNobodyLooks() throws Exception {
        agent.poll(0);
        Future<HttpResponse<String>> reader = agent.meanwhile(() -> hub.get(PODS));
        List<Task> told = new ArrayList<>();
        while (told.size() < 2) {
            told.addAll(agent.poll(20));
        }
        assertThat(told)
                .anySatisfy(task -> assertThat(task).isInstanceOfSatisfying(Task.SyncControl.class, control -> {
                    assertThat(control.on()).isTrue();
                    assertThat(control.first()).extracting(Object::toString).containsExactly("pods");
                }));
        Task fetch =
                told.stream().filter(Task.Fetch.class::isInstance).findFirst().orElseThrow();
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
        hub.hub().clusters().check();
        assertThat(cluster.activation().on()).isFalse();
        hub.get(PODS);
        assertThat(cluster.activation().on()).as("by the next look").isTrue();
    }
}
