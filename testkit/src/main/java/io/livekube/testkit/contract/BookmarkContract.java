package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Bookmarks: versions from which a watch can resume without having received an event.
///
/// kube-apiserver sends one about every minute and one in the two seconds before `timeoutSeconds` runs out;
/// these cases use the latter, which leaves six seconds for the changes that it covers.
public interface BookmarkContract extends ContractScene {

    @Test
    default void aBookmarkBeforeTheTimeoutPassesChangesTheSelectorHides() {
        Scene scene = scene();
        long listed = scene.listVersion();

        try (OpenWatch asked = watch(scene, listed, true);
                OpenWatch unasked = watch(scene, listed, false)) {
            long hidden = Manifests.version(scene.createConfigMaps("hidden").getFirst());

            List<ReceivedEvent> events = asked.untilEnd();
            assertThat(events).extracting(ReceivedEvent::type).isNotEmpty().containsOnly("BOOKMARK");
            assertThat(events.getLast().version()).isGreaterThanOrEqualTo(hidden);
            assertThat(events).noneMatch(ReceivedEvent::endsInitialEvents);
            assertThat(events.getLast().object().path("kind").asText()).isEqualTo("ConfigMap");
            assertThat(events.getLast().object().path("apiVersion").asText()).isEqualTo("v1");
            assertThat(events.getLast().name()).isEmpty();
            assertThat(unasked.untilEnd()).isEmpty();
        }
    }

    @Test
    default void aWatchWithBookmarksThatBeginsWithTheStateMarksItsEnd() {
        Scene scene = scene();
        scene.createConfigMaps("a");
        long listed = scene.listVersion();

        try (OpenWatch watch = scene.api().watch(scene.configMaps(), "allowWatchBookmarks=true")) {
            assertThat(watch.next().summary()).isEqualTo("ADDED a");
            ReceivedEvent end = watch.next();
            assertThat(end.endsInitialEvents()).as("%s", end).isTrue();
            assertThat(end.version()).isGreaterThanOrEqualTo(listed);
        }
    }

    private static OpenWatch watch(Scene scene, long version, boolean bookmarks) {
        return scene.api()
                .watch(
                        scene.configMaps(),
                        "resourceVersion=" + version + "&labelSelector=color=red&timeoutSeconds=8&allowWatchBookmarks="
                                + bookmarks);
    }
}
