package io.livekube.testkit.contract;

import static io.livekube.testkit.contract.Manifests.json;
import static io.livekube.testkit.contract.Manifests.name;
import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Writes: create, update, patch, delete, and the status subresource.
public interface WriteContract extends ContractScene {

    @Test
    default void createFillsInWhatTheServerOwns() {
        Scene scene = scene();
        JsonNode created = scene.createConfigMaps("a").getFirst();

        assertThat(created.path("kind").asText()).isEqualTo("ConfigMap");
        assertThat(created.path("apiVersion").asText()).isEqualTo("v1");
        assertThat(created.at("/metadata/namespace").asText()).isEqualTo(scene.namespace());
        assertThat(created.at("/metadata/uid").asText()).hasSize(36);
        assertThat(version(created)).isPositive();
        assertThat(Instant.parse(created.at("/metadata/creationTimestamp").asText()))
                .isBetween(
                        Instant.now().minus(Duration.ofMinutes(1)),
                        Instant.now().plusSeconds(60));
        assertThat(scene.api().get(scene.configMap("a")).ok()).isEqualTo(created);
    }

    @Test
    default void generateNameMakesDistinctNames() {
        Scene scene = scene();
        JsonNode first = scene.create(json("{'metadata':{'generateName':'made-'}}"));
        JsonNode second = scene.create(json("{'metadata':{'generateName':'made-'}}"));

        assertThat(name(first)).matches("made-[a-z0-9]{5}").isNotEqualTo(name(second));
        assertThat(first.at("/metadata/generateName").asText()).isEqualTo("made-");
    }

    @Test
    default void aSecondCreateOfTheSameNameConflicts() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        JsonNode status =
                scene.api().post(scene.configMaps(), Manifests.configMap("a")).refused(409, "AlreadyExists");

        assertThat(status.path("message").asText()).isEqualTo("configmaps \"a\" already exists");
        assertThat(status.at("/details/name").asText()).isEqualTo("a");
        assertThat(status.at("/details/kind").asText()).isEqualTo("configmaps");
    }

    @Test
    default void anUpdateOfAStaleVersionConflictsAndOneWithoutVersionWins() {
        Scene scene = scene();
        JsonNode created = scene.createConfigMaps("a").getFirst();
        JsonNode updated = scene.api()
                .put(scene.configMap("a"), Manifests.withData(created, "second"))
                .ok();

        JsonNode conflict = scene.api()
                .put(scene.configMap("a"), Manifests.withData(created, "third"))
                .refused(409, "Conflict");
        Reply stalePatch = scene.api()
                .mergePatch(
                        scene.configMap("a"), "{'metadata':{'resourceVersion':'" + version(created) + "'},'data':{}}");
        JsonNode forced = scene.api()
                .put(scene.configMap("a"), Manifests.withData(Manifests.configMap("a"), "fourth"))
                .ok();

        String message = "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; "
                + "please apply your changes to the latest version and try again";
        assertThat(version(updated)).isGreaterThan(version(created));
        assertThat(conflict.path("message").asText()).isEqualTo(message);
        assertThat(conflict.at("/details/kind").asText()).isEqualTo("configmaps");
        assertThat(stalePatch.refusal(409, "Conflict")).isEqualTo(message);
        assertThat(forced.at("/data/key").asText()).isEqualTo("fourth");
        assertThat(forced.at("/metadata/uid")).isEqualTo(created.at("/metadata/uid"));
        assertThat(forced.at("/metadata/creationTimestamp")).isEqualTo(created.at("/metadata/creationTimestamp"));
    }

    @Test
    default void aMergePatchSetsAndRemovesFields() {
        Scene scene = scene();
        JsonNode created = scene.create(Manifests.configMap("a", "color", "red"));

        JsonNode patched = scene.api()
                .mergePatch(
                        scene.configMap("a"),
                        "{'metadata':{'labels':{'color':null,'size':'3'}},'data':{'key':null,'other':'x'}}")
                .ok();

        assertThat(patched.path("data")).isEqualTo(json("{'other':'x'}"));
        assertThat(patched.at("/metadata/labels")).isEqualTo(json("{'size':'3'}"));
        assertThat(patched.at("/metadata/uid")).isEqualTo(created.at("/metadata/uid"));
        assertThat(version(patched)).isGreaterThan(version(created));
    }

    @Test
    default void aPatchOfAnUnknownTypeIsUnsupported() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        Reply reply = scene.api().exchange("PATCH", scene.configMap("a"), "application/json", "{\"data\":null}");

        reply.refused(415, "UnsupportedMediaType");
    }

    @Test
    default void deleteAnswersWhatItDeletedAndThenNotFound() {
        Scene scene = scene();
        JsonNode created = scene.createConfigMaps("a").getFirst();

        JsonNode deleted = scene.api().delete(scene.configMap("a")).ok();
        JsonNode again = scene.api().delete(scene.configMap("a")).refused(404, "NotFound");

        assertThat(deleted.path("kind").asText()).isEqualTo("Status");
        assertThat(deleted.path("status").asText()).isEqualTo("Success");
        assertThat(deleted.at("/details/name").asText()).isEqualTo("a");
        assertThat(deleted.at("/details/kind").asText()).isEqualTo("configmaps");
        assertThat(deleted.at("/details/uid")).isEqualTo(created.at("/metadata/uid"));
        assertThat(again.path("message").asText()).isEqualTo("configmaps \"a\" not found");
        scene.api().get(scene.configMap("a")).refused(404, "NotFound");
    }

    @Test
    default void metadataOfAnotherTypeIsABadRequest() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        assertThat(scene.api()
                        .post(scene.configMaps(), json("{'metadata':{'name':'b','labels':{'l':5}}}"))
                        .refusal(400, "BadRequest"))
                .startsWith(
                        "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal number")
                .contains("metadata.labels");
        scene.api()
                .post(scene.configMaps(), json("{'metadata':{'name':'b','finalizers':'x'}}"))
                .refused(400, "BadRequest");
        scene.api()
                .post(scene.configMaps(), json("{'metadata':{'name':'b','annotations':{'a b':'x'}}}"))
                .refused(422, "Invalid");
        scene.api().mergePatch(scene.configMap("a"), "{'metadata':'x'}").refused(422, "Invalid");
        scene.api().mergePatch(scene.configMap("a"), "{'kind':'Pod'}").refused(422, "Invalid");
        scene.api()
                .exchange("PATCH", scene.configMap("a"), "application/json-patch+json", "[1]")
                .refused(400, "BadRequest");
    }

    @Test
    default void anObjectOfAMissingNamespaceIsRefused() {
        JsonNode status = scene().api()
                .post("/api/v1/namespaces/nowhere/configmaps", Manifests.configMap("a"))
                .refused(404, "NotFound");

        assertThat(status.path("message").asText()).isEqualTo("namespaces \"nowhere\" not found");
        assertThat(status.at("/details/kind").asText()).isEqualTo("namespaces");
    }

    @Test
    default void anInvalidNameIsExplainedByItsCause() {
        Scene scene = scene();
        JsonNode invalid = scene.api()
                .post(scene.configMaps(), Manifests.configMap("Bad_Name"))
                .refused(422, "Invalid");
        JsonNode missing =
                scene.api().post(scene.configMaps(), json("{'metadata':{}}")).refused(422, "Invalid");

        assertThat(invalid.path("message").asText())
                .startsWith("ConfigMap \"Bad_Name\" is invalid: metadata.name: Invalid value: \"Bad_Name\": "
                        + "a lowercase RFC 1123 subdomain must consist of");
        assertThat(invalid.at("/details/kind").asText()).isEqualTo("ConfigMap");
        assertThat(invalid.at("/details/causes/0/reason").asText()).isEqualTo("FieldValueInvalid");
        assertThat(invalid.at("/details/causes/0/field").asText()).isEqualTo("metadata.name");
        assertThat(missing.path("message").asText())
                .endsWith("metadata.name: Required value: name or generateName is required");
        assertThat(missing.at("/details/causes/0/reason").asText()).isEqualTo("FieldValueRequired");
    }

    @Test
    default void bodyAndPathMustNameTheSameObject() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        assertThat(scene.api()
                        .put(scene.configMap("a"), Manifests.configMap("b"))
                        .refusal(400, "BadRequest"))
                .isEqualTo("the name of the object (b) does not match the name on the URL (a)");
        assertThat(scene.api()
                        .post(scene.configMaps(), json("{'metadata':{'name':'b','namespace':'elsewhere'}}"))
                        .refusal(400, "BadRequest"))
                .isEqualTo("the namespace of the provided object does not match the namespace sent on the request");
        scene.api().put(scene.configMap("b"), Manifests.configMap("b")).refused(404, "NotFound");
    }

    @Test
    default void aBodyThatIsNotTheKindIsABadRequest() {
        Scene scene = scene();

        assertThat(scene.api()
                        .exchange("POST", scene.configMaps(), "application/json", "{\"metadata\":")
                        .refusal(400, "BadRequest"))
                .startsWith("the object provided is unrecognized (must be of type ConfigMap)");
        assertThat(scene.api()
                        .post(scene.configMaps(), json("{'apiVersion':'v1','kind':'Secret','metadata':{'name':'a'}}"))
                        .refusal(400, "BadRequest"))
                .startsWith("Secret in version \"v1\" cannot be handled as a ConfigMap");
    }

    @Test
    default void specAndStatusAreWrittenApartAndOnlySpecRaisesTheGeneration() {
        Scene scene = scene();
        String path = scene.deployments() + "/web";
        String both = "{'spec':{'replicas':2},'status':{'replicas':7}}";
        var deployment = Manifests.deployment("web");
        deployment.withObject("/status").put("replicas", 5);

        JsonNode created = scene.api().post(scene.deployments(), deployment).created();
        JsonNode spec = scene.api().mergePatch(path, both).ok();
        JsonNode status =
                scene.api().mergePatch(path + "/status", both.replace("2", "9")).ok();
        JsonNode labelled = scene.api()
                .mergePatch(path, "{'metadata':{'labels':{'color':'red'}}}")
                .ok();

        assertThat(created.at("/status/replicas").asInt()).isZero();
        assertThat(created.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(spec.at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(spec.at("/status/replicas").asInt()).isZero();
        assertThat(spec.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(status.at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(status.at("/status/replicas").asInt()).isEqualTo(7);
        assertThat(status.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(version(status)).isGreaterThan(version(spec));
        assertThat(labelled.at("/metadata/generation").asInt()).isEqualTo(2);
    }
}
