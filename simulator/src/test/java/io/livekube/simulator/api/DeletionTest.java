package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.StoredJson;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeletionTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());
    private final TestClient client = new TestClient(simulator);

    @AfterEach
    void stop() {
        simulator.close();
        client.close();
    }

    @Test
    void aDryRunDeletesNothing() {
        client.configMap("a", "x");

        assertThat(client.delete(MAPS + "/a?dryRun=All").code()).isEqualTo(200);
        assertThat(client.delete(MAPS + "/a", "{\"dryRun\":[\"All\"]}").code()).isEqualTo(200);
        assertThat(client.delete(MAPS + "?labelSelector=l%3Dx&dryRun=All")
                        .body()
                        .path("items"))
                .hasSize(1);
        assertThat(client.delete(MAPS, "{\"dryRun\":[\"All\"]}").code()).isEqualTo(200);

        assertThat(client.get(MAPS + "/a").code()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"dryRun=foo, 422", "propagationPolicy=Foo, 422", "gracePeriodSeconds=abc, 400"})
    void optionsThatAreNoneRefuseTheDeletion(String option, int code) {
        client.configMap("a", "x");

        assertThat(client.delete(MAPS + "/a?" + option).code()).isEqualTo(code);
        assertThat(client.delete(MAPS + "?" + option).code()).isEqualTo(code);

        assertThat(client.get(MAPS + "/a").code()).isEqualTo(200);
    }

    @Test
    void aWriteWithAnUnknownDryRunIsRefusedInTheServersWords() {
        TestClient.Answer refused = client.post(MAPS + "?dryRun=foo", "{\"metadata\":{\"name\":\"a\"}}");

        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.body().at("/details/causes/0/message").asText())
                .isEqualTo("Unsupported value: [\"foo\"]: supported values: \"All\"");
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
        client.configMap("a", "x");
        assertThat(client.patch(MAPS + "/a?dryRun=foo", "{\"data\":{\"k\":\"v\"}}")
                        .code())
                .isEqualTo(422);
    }

    @Test
    void orphaningHoldsAnObjectUntilItsFinalizerIsRemoved() {
        client.configMap("a", "x");

        JsonNode held =
                client.delete(MAPS + "/a", "{\"propagationPolicy\":\"Orphan\"}").body();

        assertThat(held.at("/metadata/finalizers/0").asText()).isEqualTo("orphan");
        assertThat(held.at("/metadata").has("deletionTimestamp")).isTrue();
        client.patch(MAPS + "/a", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    void theResponseToAPodsDeletionHasItsGracePeriod() {
        String pods = "/api/v1/namespaces/default/pods";
        client.post(pods, """
                {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}""");

        JsonNode deleted = client.delete(pods + "/p").body();

        assertThat(deleted.at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
        assertThat(deleted.at("/metadata").has("deletionTimestamp")).isTrue();
        assertThat(deleted.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(client.get(pods + "/p").code()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "kube-system", "kube-public"})
    void theClustersOwnNamespacesCannotBeDeleted(String name) {
        TestClient.Answer refused = client.delete("/api/v1/namespaces/" + name);

        assertThat(refused.code()).isEqualTo(403);
        assertThat(refused.body().path("message").asText())
                .isEqualTo("namespaces \"" + name + "\" is forbidden: this namespace may not be deleted");
        assertThat(client.get("/api/v1/namespaces/" + name).code()).isEqualTo(200);
    }

    @Test
    void aNamespaceIsDeletedAlthoughOthersDeleteInIt() throws InterruptedException {
        int objects = 3000;
        client.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"w\"}}");
        for (int i = 0; i < objects; i++) {
            var object = StoredJson.object();
            object.putObject("metadata").put("namespace", "w").put("name", "map-" + i);
            simulator.store().create(BuiltInTypes.CONFIG_MAP, object);
        }
        AtomicBoolean done = new AtomicBoolean();
        Thread other = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < objects && !done.get(); i++) {
                try {
                    simulator.store().delete(BuiltInTypes.CONFIG_MAP, "w", "map-" + i);
                } catch (ApiException e) {
                    assertThat(e.code()).isEqualTo(404);
                }
            }
        });

        TestClient.Answer answer = client.delete("/api/v1/namespaces/w");
        done.set(true);
        other.join();

        assertThat(answer.code()).isEqualTo(200);
        assertThat(simulator.store().count(BuiltInTypes.CONFIG_MAP)).isZero();
    }
}
