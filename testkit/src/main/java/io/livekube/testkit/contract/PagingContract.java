package io.livekube.testkit.contract;

import static io.livekube.testkit.contract.Manifests.names;
import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/// Lists in pages: `limit`, `continue`, `remainingItemCount`, expiry.
public interface PagingContract extends ContractScene {

    @Test
    default void pagesVisitEveryObjectOnceInNameOrder() {
        Scene scene = scene();
        scene.createConfigMaps("e", "b", "d", "a", "c");

        JsonNode first = scene.api().get(scene.configMaps(), "limit=2").ok();
        JsonNode second = follow(scene, first);
        JsonNode third = follow(scene, second);

        assertThat(names(first)).containsExactly("a", "b");
        assertThat(names(second)).containsExactly("c", "d");
        assertThat(names(third)).containsExactly("e");
        assertThat(first.at("/metadata/remainingItemCount").asInt()).isEqualTo(3);
        assertThat(second.at("/metadata/remainingItemCount").asInt()).isEqualTo(1);
        assertThat(third.path("metadata").has("remainingItemCount")).isFalse();
        assertThat(third.path("metadata").has("continue")).isFalse();
        assertThat(version(second)).isEqualTo(version(first));
        assertThat(version(third)).isEqualTo(version(first));
    }

    @Test
    default void aLimitThatHoldsEverythingGivesNoContinueToken() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b");

        JsonNode page = scene.api().get(scene.configMaps(), "limit=2").ok();

        assertThat(names(page)).containsExactly("a", "b");
        assertThat(page.path("metadata").has("continue")).isFalse();
        assertThat(page.path("metadata").has("remainingItemCount")).isFalse();
    }

    @Test
    default void pagesAreOneSnapshotWhileObjectsChange() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b", "c", "d");
        JsonNode first = scene.api().get(scene.configMaps(), "limit=1").ok();

        scene.api().delete(scene.configMap("b")).ok();
        scene.createConfigMaps("bb");
        scene.api()
                .mergePatch(scene.configMap("d"), "{'data':{'key':'second'}}")
                .ok();
        JsonNode rest =
                scene.api().get(scene.configMaps(), "continue=" + token(first)).ok();

        assertThat(names(rest)).containsExactly("b", "c", "d");
        assertThat(rest.at("/items/2/data/key").asText()).isEqualTo("first");
        assertThat(version(rest)).isEqualTo(version(first));
        assertThat(scene.listNames()).containsExactly("a", "bb", "c", "d");
    }

    @Test
    default void aPagedListWithASelectorDoesNotCountWhatRemains() {
        Scene scene = scene();
        scene.create(Manifests.configMap("a", "color", "red"));
        scene.create(Manifests.configMap("b", "color", "blue"));
        scene.create(Manifests.configMap("c", "color", "red"));

        JsonNode first = scene.api()
                .get(scene.configMaps(), "limit=1&labelSelector=color=red")
                .ok();
        JsonNode second = scene.api()
                .get(scene.configMaps(), "limit=1&labelSelector=color=red&continue=" + token(first))
                .ok();

        assertThat(names(first)).containsExactly("a");
        assertThat(first.path("metadata").has("remainingItemCount")).isFalse();
        assertThat(names(second)).containsExactly("c");
    }

    @Test
    default void aContinueTokenGoesWithoutResourceVersion() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b");
        JsonNode first = scene.api().get(scene.configMaps(), "limit=1").ok();
        long version = version(first);

        Reply withVersion =
                scene.api().get(scene.configMaps(), "continue=" + token(first) + "&resourceVersion=" + version);
        Reply withMatch =
                scene.api().get(scene.configMaps(), "continue=" + token(first) + "&resourceVersionMatch=Exact");

        assertThat(withVersion.refusal(400, "BadRequest"))
                .isEqualTo("specifying resource version is not allowed when using continue");
        assertThat(withMatch.refusal(422, "Invalid"))
                .contains("resourceVersionMatch is forbidden when continue is provided");
    }

    @Test
    default void aMalformedContinueTokenIsABadRequest() {
        Reply reply = scene().api().get(scene().configMaps(), "limit=1&continue=zzz");

        assertThat(reply.refusal(400, "BadRequest")).startsWith("invalid continue token: continue key is not valid");
    }

    @Test
    default void anExpiredContinueTokenIsGoneAndOffersAnInconsistentRest() {
        Scene scene = scene();
        scene.createEvents("a", "b", "c");
        JsonNode first = scene.api().get(scene.events(), "limit=1").ok();
        scene.createEvents("d", "e");
        target().compact();

        JsonNode gone =
                scene.api().get(scene.events(), "continue=" + token(first)).refused(410, "Expired");
        JsonNode rest =
                scene.api().get(scene.events(), "continue=" + token(gone)).ok();

        assertThat(gone.path("message").asText())
                .startsWith("The provided continue parameter is too old to display a consistent list result.");
        assertThat(names(rest)).containsExactly("b", "c", "d", "e");
        assertThat(version(rest)).isGreaterThan(version(first));
    }

    private static JsonNode follow(Scene scene, JsonNode page) {
        return scene.api()
                .get(scene.configMaps(), "limit=2&continue=" + token(page))
                .ok();
    }

    private static String token(JsonNode page) {
        String token = page.at("/metadata/continue").asText();
        assertThat(token).as("continue token of %s", page.path("metadata")).isNotEmpty();
        return token;
    }
}
