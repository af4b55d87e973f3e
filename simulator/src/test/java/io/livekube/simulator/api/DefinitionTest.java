package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.store.StoredJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DefinitionTest {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());
    private final TestClient client = new TestClient(simulator);

    @AfterEach
    void stop() {
        simulator.close();
        client.close();
    }

    @Test
    void aDefinitionOfNothingIsRefusedAndHarmlessInTheStore() {
        TestClient.Answer refused = client.post(DEFINITIONS, "{\"metadata\":{\"name\":\"widgets.example.com\"}}");
        assertThat(refused.code()).isEqualTo(422);
        assertThat(client.get(DEFINITIONS + "/widgets.example.com").code()).isEqualTo(404);

        var bare = StoredJson.object();
        bare.putObject("metadata").put("name", "widgets.example.com");
        simulator.store().create(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, bare);
        assertThat(client.get(DEFINITIONS + "/widgets.example.com").code()).isEqualTo(200);
    }

    @Test
    void builtInResourcesCannotBeDefined() {
        TestClient.Answer refused = client.post(DEFINITIONS, """
                {"metadata": {"name": "deployments.apps"}, "spec": {"group": "apps", "scope": "Cluster",
                 "names": {"plural": "deployments", "kind": "Evil"},
                 "versions": [{"name": "v1", "served": true, "storage": true}]}}""");

        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.body().path("message").asText()).contains("the server serves deployments.apps itself");
    }

    @Test
    void theScopeIsForEver() {
        define("");
        TestClient.Answer refused =
                client.patch(DEFINITIONS + "/widgets.example.com", "{\"spec\":{\"scope\":\"Cluster\"}}");

        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.body().at("/details/causes/0/field").asText()).isEqualTo("spec.scope");
    }

    @Test
    void fieldsThatBecomeSelectableSelectWhatExists() {
        define("\"selectableFields\": [{\"jsonPath\": \".spec.size\"}]");
        widget("a", "red");
        widget("b", "blue");

        redefine("{\"jsonPath\": \".spec.color\"}");

        assertThat(selected("spec.color%3Dred")).isEqualTo("a");
        assertThat(client.get(WIDGETS + "?fieldSelector=spec.size%3D1").code()).isEqualTo(400);
        redefine("{\"jsonPath\": \".spec.color\"}, {\"jsonPath\": \".spec.size\"}");
        assertThat(selected("spec.color%3Dblue,spec.size%3D1")).isEqualTo("b");
    }

    private String selected(String fields) {
        JsonNode items = client.get(WIDGETS + "?fieldSelector=" + fields).body().path("items");
        assertThat(items).hasSize(1);
        return items.at("/0/metadata/name").asText();
    }

    private void define(String more) {
        assertThat(client.post(DEFINITIONS, """
                {"metadata": {"name": "widgets.example.com"}, "spec": {"group": "example.com", "scope": "Namespaced",
                 "names": {"plural": "widgets", "kind": "Widget"},
                 "versions": [{"name": "v1", "served": true, "storage": true%s}]}}""".formatted(more.isEmpty() ? "" : ", " + more))
                        .code())
                .isEqualTo(201);
    }

    private void redefine(String fields) {
        String versions = "[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"selectableFields\":[" + fields + "]}]";
        assertThat(client.patch(DEFINITIONS + "/widgets.example.com", "{\"spec\":{\"versions\":" + versions + "}}")
                        .code())
                .isEqualTo(200);
    }

    private void widget(String name, String color) {
        client.post(WIDGETS, """
                {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "%s"},
                 "spec": {"size": 1, "color": "%s"}}""".formatted(name, color));
    }
}
