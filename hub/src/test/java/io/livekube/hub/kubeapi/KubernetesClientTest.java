package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.hub.TestingHub;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What Kubernetes clients request besides objects: discovery, the version, tables.
@Timeout(60)
class KubernetesClientTest {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=%s;as=APIGroupDiscoveryList";
    private static final String TABLE = "application/json;as=Table;v=%s;g=meta.k8s.io";
    private static final String PODS = "/clusters/demo/api/v1/namespaces/default/pods";

    @AutoClose
    private final TestingHub hub = TestingHub.start();

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return new JsonMapper().readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    private HttpResponse<String> get(String path, String accept) {
        return hub.send(hub.request(path).header("Accept", accept));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v2", "v2beta1"})
    void aggregatedDiscoveryListsAllKinds(String version) {
        hub.post("demo", full(SESSION, 1));
        hub.putClockForward(Duration.ofSeconds(11));
        HttpResponse<String> answer = get("/clusters/demo/api", AGGREGATED.formatted(version) + ",application/json");
        JsonNode core = json(answer).path("items").get(0).path("versions").get(0);

        assertThat(answer.headers().firstValue("Content-Type")).contains(AGGREGATED.formatted(version));
        assertThat(json(answer).path("apiVersion").asText()).isEqualTo("apidiscovery.k8s.io/" + version);
        assertThat(core.path("resources").findValuesAsText("resource")).containsExactly("nodes", "pods");
        assertThat(core.path("resources").get(0).path("scope").asText()).isEqualTo("Cluster");
        assertThat(json(get("/clusters/demo/apis", AGGREGATED.formatted(version)))
                        .path("items")
                        .findValuesAsText("resource"))
                .containsExactly("selfsubjectreviews", "selfsubjectaccessreviews", "selfsubjectrulesreviews");
    }

    @Test
    void olderClientsDiscoverKindsGroupByGroup() {
        hub.post("demo", full(SESSION, 1));

        assertThat(json(hub.get("/clusters/demo/api")).path("versions").get(0).asText())
                .isEqualTo("v1");
        assertThat(json(hub.get("/clusters/demo/apis")).path("groups").findValuesAsText("name"))
                .contains("apps", "batch");
        assertThat(json(hub.get("/clusters/demo/apis/apps"))
                        .path("preferredVersion")
                        .path("groupVersion")
                        .asText())
                .isEqualTo("apps/v1");
        assertThat(json(hub.get("/clusters/demo/apis/apps/v1"))
                        .path("resources")
                        .findValuesAsText("kind"))
                .contains("Deployment");
        assertThat(hub.get("/clusters/demo/apis/nothing").statusCode()).isEqualTo(404);
        assertThat(hub.get("/clusters/demo/apis/apps/v9").statusCode()).isEqualTo(404);
    }

    @Test
    void versionIsTheApiServersOwn() {
        hub.post("demo", full(SESSION, 1));
        JsonNode version = json(hub.get("/clusters/demo/version"));

        assertThat(version.path("gitVersion").asText()).isEqualTo("v1.36.3");
        assertThat(version.path("minor").asText()).isEqualTo("36");
    }

    @Test
    void tableHasARowPerObject() {
        hub.post("demo", full(SESSION, 5));
        JsonNode table = json(get(PODS, TABLE.formatted("v1") + ",application/json"));
        JsonNode row = table.path("rows").get(0);

        assertThat(table.path("kind").asText()).isEqualTo("Table");
        assertThat(table.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
        assertThat(table.path("metadata").path("resourceVersion").asText()).isEqualTo("50000");
        assertThat(table.path("columnDefinitions").findValuesAsText("name"))
                .startsWith("Name", "Ready", "Status", "Restarts", "Age", "IP");
        assertThat(table.path("rows")).hasSize(3);
        assertThat(row.path("cells").get(0).asText()).isEqualTo("pod-00000");
        assertThat(row.path("cells").get(2).asText()).isEqualTo("Running");
        assertThat(row.path("cells")).hasSameSizeAs(table.path("columnDefinitions"));
        assertThat(row.path("object").path("kind").asText()).isEqualTo("PartialObjectMetadata");
        assertThat(row.path("object").has("spec")).isFalse();
    }

    @Test
    void clientChoosesWhatEachRowIncludes() {
        hub.post("demo", full(SESSION, 5));
        String one = PODS + "/pod-00002?includeObject=";
        JsonNode whole = json(get(one + "Object", TABLE.formatted("v1beta1")));

        assertThat(whole.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1beta1");
        assertThat(whole.path("metadata").path("resourceVersion").asText()).isEqualTo("1002");
        assertThat(whole.path("rows").get(0).path("object").path("kind").asText())
                .isEqualTo("Pod");
        assertThat(json(get(one + "None", TABLE.formatted("v1")))
                        .path("rows")
                        .get(0)
                        .path("object")
                        .isNull())
                .isTrue();
        assertThat(get(one + "All", TABLE.formatted("v1")).statusCode()).isEqualTo(400);
        assertThat(json(get(PODS, "application/json," + TABLE.formatted("v1")))
                        .path("kind")
                        .asText())
                .as("the first supported type is used")
                .isEqualTo("PodList");
    }
}
