package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingAgent.failed;
import static io.livekube.hub.TestingAgent.pods;
import static io.livekube.hub.TestingAgent.version;
import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingAgent;
import io.livekube.hub.TestingHub;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.read.FetchConfig;
import io.livekube.protocol.Task;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Strict reads, which never return an older state.
class StrictReadsTest extends FetchCase {
    @Test
    void strictReadIsMirroredOnceTheMirrorHasTheVersionOtherwiseFetched() {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(
                hub,
                task -> task instanceof Task.Version ? version(50_000) : pods(70_000, pod("default", "now", 70_000)));
        hub.post("demo", full(SESSION, 3));
        isFrom(hub.get(PODS + "?fresh=true"), "mirror", "fresh", 3);
        assertThat(agent.seen(Task.Fetch.class)).isEmpty();

        agent.answer(task -> {
            if (task instanceof Task.Version) {
                hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));
                return version(60_000);
            }
            return failed(500, "not to be asked");
        });
        isFrom(hub.get(PODS + "?fresh=true"), "mirror", "fresh", 4);

        agent.answer(
                task -> task instanceof Task.Version ? version(70_000) : pods(70_000, pod("default", "now", 70_000)));
        isFrom(hub.get(PODS + "?fresh=true"), "fetch", "fresh", 1);
        isFrom(hub.get(PODS), "mirror", "fresh", 4);

        agent.answer(task -> task instanceof Task.Version
                ? failed(501, "an old agent")
                : pods(70_000, pod("default", "now", 70_000)));
        isFrom(hub.get(PODS + "?fresh=true"), "fetch", "fresh", 1);
    }

    @Test
    void strictReadNeverReturnsAnOlderState() {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(
                hub, task -> task instanceof Task.Version ? version(70_000) : failed(500, "the API server is down"));
        hub.post("demo", full(SESSION, 3));

        HttpResponse<String> answer = hub.get(PODS + "?fresh=true");
        isStatus(answer, 504, "the API server is down");
        assertThat(header(answer, "Retry-After")).isNotEmpty();
        leave(hub, agent);
        isStatus(hub.get(ONE + "?fresh=true"), 504, "agent");
        isFrom(hub.get(PODS), "mirror", "fresh", 3);
    }

    @Test
    void readsWithoutAVersionAreStrictIfConfigured() {
        TestingHub hub = hub(SyncMode.ON, FetchConfig.defaults().withStrictReads(true));
        TestingAgent agent = agent(hub, _ -> version(50_000));
        hub.post("demo", full(SESSION, 3));

        isFrom(hub.get(PODS), "mirror", "fresh", 3);
        assertThat(agent.seen(Task.Version.class)).hasSize(1);
        isFrom(hub.get(PODS + "?resourceVersion=0"), "mirror", "fresh", 3);
        isFrom(hub.get(PODS + "?fresh=false"), "mirror", "fresh", 3);
        assertThat(agent.seen(Task.Version.class)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fresh=yes", "fresh=1", "resourceVersion=abc", "resourceVersion=-1"})
    void invalidStrictReadIsRejected(String query) {
        TestingHub hub = hub(SyncMode.ON);
        hub.post("demo", full(SESSION, 3));
        HttpResponse<String> answer = hub.get(PODS + "?" + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("kind").asText()).isEqualTo("Status");
    }
}
