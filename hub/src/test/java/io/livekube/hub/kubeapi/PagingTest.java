package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingAgent.pods;
import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static io.livekube.hub.TestingStatus.names;
import static io.livekube.hub.TestingStatus.ok;
import static io.livekube.hub.TestingStatus.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.TestingAgent;
import io.livekube.hub.TestingConfig;
import io.livekube.hub.TestingHub;
import io.livekube.hub.read.ListConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Paged lists: all pages show one state, whatever changes in the meantime.
@Timeout(60)
class PagingTest {
    private static final String PODS = "/clusters/demo/api/v1/pods";
    private static final String OF_DEFAULT = "/clusters/demo/api/v1/namespaces/default/pods";

    @AutoClose
    private final TestingHub hub =
            TestingHub.start(config -> TestingConfig.withLists(config, TestingConfig.listsKept(3)));

    private static String token(JsonNode page) {
        String token = page.at("/metadata/continue").asText();
        assertThat(token).matches("[A-Za-z0-9_-]+");
        return token;
    }

    @Test
    void pagesCoverAllObjectsOnceAndCountTheRemainingOnes() {
        hub.post("demo", full(SESSION, 1_000));
        List<String> seen = new ArrayList<>();
        JsonNode page = ok(hub.get(OF_DEFAULT + "?limit=150"));
        seen.addAll(names(page));
        assertThat(page.at("/metadata/remainingItemCount").asInt()).isEqualTo(350);
        while (page.path("metadata").has("continue")) {
            page = ok(hub.get(OF_DEFAULT + "?limit=150&continue=" + token(page)));
            seen.addAll(names(page));
        }
        assertThat(page.path("metadata").has("remainingItemCount")).isFalse();
        assertThat(seen).hasSize(500).isSorted().doesNotHaveDuplicates();
        assertThat(names(ok(hub.get(PODS + "?limit=1000")))).hasSize(1_000);
        assertThat(ok(hub.get(PODS + "?limit=1000")).path("metadata").has("continue"))
                .isFalse();
        assertThat(names(ok(hub.get(PODS + "?limit=-1")))).hasSize(1_000);
    }

    @Test
    void pagesShowOneStateWhileObjectsChange() {
        hub.post("demo", full(SESSION, 6));
        JsonNode first = ok(hub.get(PODS + "?limit=2"));
        hub.post("demo", delta(SESSION, 2, "default", "pod-00003a", 60_000));
        JsonNode rest = ok(hub.get(PODS + "?continue=" + token(first)));

        assertThat(names(first)).containsExactly("pod-00000", "pod-00002");
        assertThat(names(rest)).containsExactly("pod-00004", "pod-00001", "pod-00003", "pod-00005");
        assertThat(rest.at("/metadata/resourceVersion").asText())
                .isEqualTo(first.at("/metadata/resourceVersion").asText());
        assertThat(names(ok(hub.get(PODS)))).hasSize(7).contains("pod-00003a");
    }

    @Test
    void selectedListIsPagedWithoutACount() {
        hub.post("demo", full(SESSION, 10));
        String selected = PODS + "?labelSelector=app+notin+(pod-00000)&limit=3";
        JsonNode first = ok(hub.get(selected));
        JsonNode second = ok(hub.get(selected + "&continue=" + token(first)));

        assertThat(names(first)).containsExactly("pod-00002", "pod-00004", "pod-00006");
        assertThat(first.path("metadata").has("remainingItemCount")).isFalse();
        assertThat(names(second)).containsExactly("pod-00008", "pod-00001", "pod-00003");
    }

    @Test
    void expiredTokenIsRejectedWithATokenForTheRest() {
        hub.post("demo", full(SESSION, 4));
        JsonNode first = ok(hub.get(PODS + "?limit=1"));
        hub.putClockForward(Duration.ofSeconds(80));
        assertThat(names(ok(hub.get(PODS + "?limit=1&continue=" + token(first)))))
                .containsExactly("pod-00002");
        hub.post("demo", delta(SESSION, 2, "default", "pod-00001a", 60_000));
        hub.putClockForward(Duration.ofMinutes(6));
        hub.post("demo", delta(SESSION, 3, "default", "pod-00001a", 60_001));
        JsonNode gone = refused(hub.get(PODS + "?continue=" + token(first)), 410, "Expired");
        JsonNode rest = ok(hub.get(PODS + "?continue=" + token(gone)));

        assertThat(gone.path("message").asText())
                .startsWith("The provided continue parameter is too old to display a consistent list result.");
        assertThat(names(rest)).containsExactly("pod-00001a", "pod-00002", "pod-00001", "pod-00003");
        assertThat(rest.at("/metadata/resourceVersion").asText()).isEqualTo("60001");
    }

    @Test
    void evictedStateIsReconstructedFromTheLog() {
        hub.post("demo", full(SESSION, 4));
        List<String> tokens = new ArrayList<>();
        for (int i = 2; i < 6; i++) {
            tokens.add(token(ok(hub.get(PODS + "?limit=1"))));
            hub.post("demo", delta(SESSION, i, "default", "pod-00001a", 60_000 + i));
        }
        assertThat(names(ok(hub.get(PODS + "?continue=" + tokens.getFirst())))).hasSize(3);
        assertThat(names(ok(hub.get(PODS + "?continue=" + tokens.get(1))))).hasSize(4);
    }

    @Test
    void tokenIsValidForOneListOnly() {
        hub.post("demo", full(SESSION, 4));
        hub.post("other", full(SESSION, 4));
        String token = token(ok(hub.get(PODS + "?limit=1")));

        for (String elsewhere : List.of(
                OF_DEFAULT + "?continue=" + token,
                PODS + "?labelSelector=app&continue=" + token,
                "/clusters/other/api/v1/pods?continue=" + token,
                PODS + "?continue=" + token.substring(3),
                PODS + "?continue=zzz",
                PODS + "?continue=%20%00",
                PODS + "?continue=bnVsbA",
                PODS + "?continue=" + "A".repeat(4_000))) {
            assertThat(refused(hub.get(elsewhere), 400, "BadRequest")
                            .path("message")
                            .asText())
                    .startsWith("invalid continue token: continue key is not valid");
        }
    }

    @Test
    void fetchedListIsPagedToo() {
        hub.post("demo", full(SESSION, 1));
        try (TestingAgent agent = TestingAgent.start(
                hub,
                "demo",
                _ -> pods(70_000, pod("default", "a", 1) + "," + pod("default", "b", 2) + "," + pod("x", "c", 3)))) {
            hub.putClockForward(Duration.ofSeconds(61));
            agent.awaitThere();
            var answer = hub.get(PODS + "?limit=2");
            assertThat(answer.headers().firstValue("X-Livekube-Source")).hasValue("fetch");
            hub.putClockForward(Duration.ofSeconds(61));
            var second = hub.get(PODS + "?limit=2&continue=" + token(ok(answer)));

            assertThat(names(ok(answer))).containsExactly("a", "b");
            assertThat(names(ok(second))).containsExactly("c");
            assertThat(second.headers().firstValue("X-Livekube-Source")).hasValue("fetch");
            assertThat(second.headers().firstValue("X-Livekube-State")).hasValue("stale");
        }
    }

    @Test
    void fetchedStatesAreRetainedOnlyWithinTheSizeLimit() {
        ListConfig noRoom = new ListConfig(Duration.ofMinutes(5), 3, 3, 100, Duration.ofSeconds(3));
        try (TestingHub small = TestingHub.start(config -> TestingConfig.withLists(config, noRoom));
                TestingAgent agent = TestingAgent.start(
                        small, "demo", _ -> pods(70_000, pod("default", "a", 1) + "," + pod("default", "b", 2)))) {
            agent.awaitThere();
            JsonNode first = ok(small.get(PODS + "?limit=1"));
            refused(small.get(PODS + "?continue=" + token(first)), 410, "Expired");
        }
    }
}
