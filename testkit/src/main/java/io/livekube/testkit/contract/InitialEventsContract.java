package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/// Lists as watches: `sendInitialEvents`, and the bookmark that ends them.
public interface InitialEventsContract extends ContractScene {

    @Test
    default void initialEventsEndWithABookmarkAndGoOnLive() {
        Scene scene = scene();
        scene.createConfigMaps("b", "a");
        long listed = scene.listVersion();

        try (OpenWatch watch = watchList(scene)) {
            assertThat(watch.next(2)).extracting(ReceivedEvent::summary).containsExactly("ADDED a", "ADDED b");
            ReceivedEvent end = watch.next();
            assertThat(end.endsInitialEvents()).as("%s", end).isTrue();
            assertThat(end.version()).isGreaterThanOrEqualTo(listed);
            assertThat(end.object().path("kind").asText()).isEqualTo("ConfigMap");

            scene.createConfigMaps("c");
            ReceivedEvent live = watch.next();
            assertThat(live.summary()).isEqualTo("ADDED c");
            assertThat(live.version()).isGreaterThan(end.version());
        }
    }

    @Test
    default void anEmptyCollectionGivesOnlyTheEndBookmark() {
        long listed = scene().listVersion();
        try (OpenWatch watch = watchList(scene())) {
            ReceivedEvent end = watch.next();
            assertThat(end.endsInitialEvents()).as("%s", end).isTrue();
            assertThat(end.version()).isGreaterThanOrEqualTo(listed);
        }
    }

    @Test
    default void initialEventsRespectSelectors() {
        Scene scene = scene();
        scene.create(Manifests.configMap("a", "color", "red"));
        scene.create(Manifests.configMap("b", "color", "blue"));
        scene.create(Manifests.configMap("c", "color", "red"));

        try (OpenWatch watch = watchList(scene, "labelSelector=color=red&fieldSelector=metadata.name!=a")) {
            assertThat(watch.next().summary()).isEqualTo("ADDED c");
            assertThat(watch.next().endsInitialEvents()).isTrue();
        }
    }

    @Test
    default void withoutBookmarksInitialEventsComeButTheirEndIsNotMarked() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        try (OpenWatch watch = scene.api()
                .watch(
                        scene.configMaps(),
                        "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=3")) {
            assertThat(watch.untilEnd()).extracting(ReceivedEvent::summary).containsExactly("ADDED a");
        }
    }

    @Test
    default void initialEventsNeedAWatchAndNotOlderThan() {
        Scene scene = scene();
        Reply noMatch = scene.api().get(scene.configMaps(), "watch=true&sendInitialEvents=true");
        Reply exact = scene.api()
                .get(
                        scene.configMaps(),
                        "watch=true&sendInitialEvents=true&resourceVersion=1&resourceVersionMatch=Exact");
        Reply matchAlone =
                scene.api().get(scene.configMaps(), "watch=true&resourceVersion=1&resourceVersionMatch=NotOlderThan");
        Reply list = scene.api()
                .get(scene.configMaps(), "sendInitialEvents=true&resourceVersion=1&resourceVersionMatch=NotOlderThan");

        String required = "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
        JsonNode status = noMatch.refused(422, "Invalid");
        assertThat(status.path("message").asText()).endsWith(required);
        assertThat(status.at("/details/causes/0/reason").asText()).isEqualTo("FieldValueForbidden");
        assertThat(status.at("/details/causes/0/field").asText()).isEqualTo("resourceVersionMatch");
        assertThat(exact.refusal(422, "Invalid"))
                .contains(required)
                .contains("Unsupported value: \"Exact\": supported values: \"NotOlderThan\"");
        assertThat(matchAlone.refusal(422, "Invalid"))
                .endsWith("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
        assertThat(list.refusal(422, "Invalid")).endsWith("sendInitialEvents is forbidden for list");
    }

    @Test
    default void initialEventsFromAFutureVersionEndWithATimeoutInStream() {
        try (OpenWatch watch = watchList(scene(), "resourceVersion=" + VersionsContract.FAR_FUTURE)) {
            JsonNode status = watch.error(504, "Timeout");
            assertThat(status.at("/details/causes/0/reason").asText()).isEqualTo("ResourceVersionTooLarge");
            assertThat(status.at("/details/retryAfterSeconds").asInt()).isEqualTo(1);
        }
    }

    private static OpenWatch watchList(Scene scene, String... query) {
        String initialEvents = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&";
        return scene.api().watch(scene.configMaps(), initialEvents + String.join("&", query));
    }
}
