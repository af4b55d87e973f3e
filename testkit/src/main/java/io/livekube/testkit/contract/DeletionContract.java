package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Deletions: options, preconditions and protected objects.
public interface DeletionContract extends ContractScene {

    @Test
    default void aDryRunDeletesNothing() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b");
        String inBody = "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"dryRun\":[\"All\"]}";

        scene.api().delete(scene.configMap("a"), "dryRun=All").ok();
        scene.api()
                .exchange("DELETE", scene.configMap("a"), "application/json", inBody)
                .ok();
        scene.api().delete(scene.configMaps(), "dryRun=All").ok();
        scene.api()
                .exchange("DELETE", scene.configMaps(), "application/json", inBody)
                .ok();

        assertThat(scene.listNames()).containsExactly("a", "b");
    }

    @Test
    default void optionsThatAreNoneRefuseTheDeletion() {
        Scene scene = scene();
        scene.createConfigMaps("a");
        for (String path : List.of(scene.configMap("a"), scene.configMaps())) {
            JsonNode dryRun = scene.api().delete(path, "dryRun=foo").refused(422, "Invalid");
            assertThat(dryRun.at("/details/causes/0/message").asText())
                    .isEqualTo("Unsupported value: [\"foo\"]: supported values: \"All\"");
            JsonNode policy = scene.api().delete(path, "propagationPolicy=Foo").refused(422, "Invalid");
            assertThat(policy.at("/details/causes/0/field").asText()).isEqualTo("propagationPolicy");
            assertThat(scene.api().delete(path, "gracePeriodSeconds=abc").refusal(400, "BadRequest"))
                    .isEqualTo("strconv.ParseInt: parsing \"abc\": invalid syntax");
        }

        assertThat(scene.listNames()).containsExactly("a");
    }

    @Test
    default void theClustersOwnNamespacesCannotBeDeleted() {
        for (String name : List.of("default", "kube-system", "kube-public")) {
            JsonNode status = scene().api().delete("/api/v1/namespaces/" + name).refused(403, "Forbidden");

            assertThat(status.path("message").asText())
                    .isEqualTo("namespaces \"" + name + "\" is forbidden: this namespace may not be deleted");
            assertThat(status.at("/details/name").asText()).isEqualTo(name);
            assertThat(status.at("/details/kind").asText()).isEqualTo("namespaces");
        }
    }

    @Test
    default void theAnswerToAPodsDeletionTellsItsGraceAndGeneration() {
        Scene scene = scene();
        scene.createPod(Manifests.pod("p"));

        JsonNode deleted = scene.api().delete(scene.path("pods/p")).ok();

        assertThat(deleted.at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
        assertThat(deleted.at("/metadata/deletionTimestamp").asText()).isNotEmpty();
        assertThat(deleted.at("/metadata/generation").asInt()).isEqualTo(2);
        scene.api().get(scene.path("pods/p")).refused(404, "NotFound");
    }

    @Test
    default void orphaningHoldsAnObjectByItsFinalizer() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        JsonNode held = scene.api()
                .delete(scene.configMap("a"), "propagationPolicy=Orphan")
                .ok();
        assertThat(held.at("/metadata/finalizers/0").asText()).isEqualTo("orphan");
        scene.api().get(scene.configMap("a")).ok();

        scene.api()
                .mergePatch(scene.configMap("a"), "{'metadata':{'finalizers':null}}")
                .ok();
        scene.api().get(scene.configMap("a")).refused(404, "NotFound");
    }
}
