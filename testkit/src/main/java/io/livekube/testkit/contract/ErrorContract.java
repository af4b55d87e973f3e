package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Error responses.
public interface ErrorContract extends ContractScene {

    @Test
    default void anUnknownObjectIsNotFoundByName() {
        JsonNode status = scene().api().get(scene().deployments() + "/missing").refused(404, "NotFound");

        assertThat(status.path("message").asText()).isEqualTo("deployments.apps \"missing\" not found");
        assertThat(status.at("/details/name").asText()).isEqualTo("missing");
        assertThat(status.at("/details/group").asText()).isEqualTo("apps");
        assertThat(status.at("/details/kind").asText()).isEqualTo("deployments");
    }

    @Test
    default void anUnknownResourceOfAKnownGroupIsAStatusAndAnythingElsePlainText() {
        KubeHttp api = scene().api();
        for (String path : List.of("/api/v1/colours", "/apis/apps/v1/colours", "/apis/apps/v9/deployments")) {
            assertThat(api.get(path).refusal(404, "NotFound"))
                    .isEqualTo("the server could not find the requested resource");
        }
        for (String path : List.of("/colours", "/apis/colours.example.org/v1", "/apis/colours.example.org/v1/reds")) {
            Reply reply = api.get(path);
            assertThat(reply.status()).as("%s", reply).isEqualTo(404);
            assertThat(reply.header("Content-Type")).as(path).startsWith("text/plain");
            assertThat(reply.text().strip()).isEqualTo("404 page not found");
        }
    }

    @Test
    default void aMethodThatAResourceLacksIsNotAllowed() {
        Scene scene = scene();
        scene.createConfigMaps("a");
        List<Reply> replies = List.of(
                scene.api().post(scene.configMap("a"), Manifests.configMap("a")),
                scene.api().put(scene.configMaps(), Manifests.configMap("a")),
                scene.api().post("/api/v1/configmaps", Manifests.configMap("a")));

        assertThat(replies)
                .allSatisfy(reply -> assertThat(reply.refusal(405, "MethodNotAllowed"))
                        .isEqualTo("the server does not allow this method on the requested resource"));
    }

    @Test
    default void onlyKnownRepresentationsAreAcceptable() {
        Scene scene = scene();
        scene.createConfigMaps("a");
        String unknown = "application/json;as=Colour;g=meta.k8s.io;v=v1";

        scene.api().accepting("text/plain").get(scene.configMaps()).refused(406, "NotAcceptable");
        scene.api().accepting(unknown).get(scene.configMaps()).refused(406, "NotAcceptable");
        for (String accept : List.of("*/*", "application/x-colour, application/json", unknown + ",application/json")) {
            Reply reply = scene.api().accepting(accept).get(scene.configMap("a"));
            assertThat(reply.ok().path("kind").asText()).as(accept).isEqualTo("ConfigMap");
            assertThat(reply.header("Content-Type")).as(accept).startsWith("application/json");
        }
        assertThat(scene.api()
                        .accepting("application/vnd.kubernetes.protobuf,application/json")
                        .get(scene.configMap("a"))
                        .status())
                .as("protobuf first, JSON too: answered in either")
                .isEqualTo(200);
    }

    @Test
    default void emptySegmentsAndUnknownHealthChecksAreNotFound() {
        Scene scene = scene();
        assertThat(scene.api()
                        .get(scene.configMaps().replace("/namespaces/", "//namespaces/"))
                        .refusal(404, "NotFound"))
                .isEqualTo("the server could not find the requested resource");
        assertThat(scene.api().get("/healthz/colour").status()).isEqualTo(404);
        assertThat(scene.api().get("/healthz/ping").status()).isEqualTo(200);
    }
}
