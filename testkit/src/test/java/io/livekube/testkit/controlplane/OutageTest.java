package io.livekube.testkit.controlplane;

import static io.livekube.testkit.controlplane.ControlPlaneTest.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@RealControlPlane(isolated = true)
class OutageTest {

    @Test
    void compactionInvalidatesOldContinueTokensAndVersions(ControlPlane plane) throws Exception {
        History history = writeHistory(plane, "compacted");
        assertThat(statusOf(plane, history.nextPage())).isEqualTo(200);
        assertThat(statusOf(plane, history.exactList())).isEqualTo(200);

        assertThat(plane.compact()).isGreaterThan(history.revision());

        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(250))
                .untilAsserted(() -> {
                    assertThat(statusOf(plane, history.nextPage())).isEqualTo(410);
                    assertThat(statusOf(plane, history.exactList())).isEqualTo(410);
                });
    }

    @Test
    void compactionAndRestartAlsoRejectOldWatches(ControlPlane plane) throws Exception {
        History history = writeHistory(plane, "restarted");
        assertThat(get(plane.endpoint(), history.watch()).body()).contains("\"type\":\"ADDED\"");

        plane.compact();
        plane.stopApiServer();
        plane.startApiServer();

        assertThat(statusOf(plane, history.nextPage())).isEqualTo(410);
        assertThat(get(plane.endpoint(), history.watch()).body())
                .contains("\"type\":\"ERROR\"")
                .contains("\"code\":410");
    }

    @Test
    void restartedApiServerHasTheSameAddressAndData(ControlPlane plane) throws Exception {
        createConfigMap(plane, "default", "survivor");
        var before = plane.endpoint();

        plane.stopApiServer();
        assertThatThrownBy(() -> get(before, "/version")).isInstanceOf(IOException.class);
        assertThatThrownBy(plane::checkAlive).hasMessageContaining("kube-apiserver");
        plane.startApiServer();

        assertThat(plane.endpoint()).isEqualTo(before);
        assertThat(get(before, "/api/v1/namespaces/default/configmaps/survivor").statusCode())
                .isEqualTo(200);
    }

    /// Requests for the state of a namespace before its last change.
    private record History(String namespace, long revision, String continueToken) {
        String nextPage() {
            return path() + "?limit=1&continue=" + continueToken;
        }

        String exactList() {
            return path() + "?resourceVersionMatch=Exact&resourceVersion=" + revision;
        }

        String watch() {
            return path() + "?watch=true&timeoutSeconds=1&resourceVersion=" + revision;
        }

        private String path() {
            return "/api/v1/namespaces/" + namespace + "/configmaps";
        }
    }

    private static History writeHistory(ControlPlane plane, String namespace) throws Exception {
        plane.kubectl("create", "namespace", namespace).outOrThrow();
        createConfigMap(plane, namespace, "one");
        createConfigMap(plane, namespace, "two");
        String page = get(plane.endpoint(), "/api/v1/namespaces/" + namespace + "/configmaps?limit=1")
                .body();
        JsonNode metadata = new ObjectMapper().readTree(page).path("metadata");
        createConfigMap(plane, namespace, "three");
        return new History(
                namespace,
                metadata.path("resourceVersion").asLong(),
                metadata.path("continue").asText());
    }

    private static int statusOf(ControlPlane plane, String path) throws Exception {
        return get(plane.endpoint(), path).statusCode();
    }

    private static void createConfigMap(ControlPlane plane, String namespace, String name) {
        plane.kubectl("create", "configmap", "-n", namespace, name, "--from-literal=key=" + name)
                .outOrThrow();
    }
}
