package io.livekube.testkit.contract;

import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Watches: their start, their events and their end.
public interface WatchContract extends ContractScene {

    @Test
    default void aWatchFromAListSeesExactlyTheLaterChangesInOrder() {
        Scene scene = scene();
        scene.createConfigMaps("before");
        long listed = scene.listVersion();
        JsonNode added = scene.createConfigMaps("a").getFirst();
        JsonNode modified = scene.api()
                .mergePatch(scene.configMap("a"), "{'data':{'key':'second'}}")
                .ok();
        scene.api().delete(scene.configMap("before")).ok();

        try (OpenWatch watch = scene.api().watch(scene.configMaps(), "resourceVersion=" + listed)) {
            List<ReceivedEvent> past = watch.next(3);
            scene.createConfigMaps("live");
            ReceivedEvent live = watch.next();

            assertThat(past)
                    .extracting(ReceivedEvent::summary)
                    .containsExactly("ADDED a", "MODIFIED a", "DELETED before");
            assertThat(past.get(0).object()).isEqualTo(added);
            assertThat(past.get(1).object()).isEqualTo(modified);
            assertThat(live.summary()).isEqualTo("ADDED live");
            assertThat(List.of(
                            listed,
                            past.get(0).version(),
                            past.get(1).version(),
                            past.get(2).version(),
                            live.version()))
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    default void aDeletionCarriesTheLastStateAtItsOwnVersion() {
        Scene scene = scene();
        JsonNode last = scene.createConfigMaps("a").getFirst();
        scene.api().delete(scene.configMap("a")).ok();

        try (OpenWatch watch = scene.api().watch(scene.configMaps(), "resourceVersion=" + version(last))) {
            ReceivedEvent deleted = watch.next();

            assertThat(deleted.type()).isEqualTo("DELETED");
            assertThat(deleted.object().path("kind").asText()).isEqualTo("ConfigMap");
            assertThat(deleted.object().path("data")).isEqualTo(last.path("data"));
            assertThat(deleted.object().at("/metadata/uid")).isEqualTo(last.at("/metadata/uid"));
            assertThat(deleted.version()).isGreaterThan(version(last));
        }
    }

    @Test
    default void aWatchResumesAfterTheLastEventItSaw() {
        Scene scene = scene();
        long listed = scene.listVersion();
        scene.createConfigMaps("a", "b", "c");

        long seen = firstVersion(scene, listed);

        try (OpenWatch resumed = scene.api().watch(scene.configMaps(), "resourceVersion=" + seen)) {
            assertThat(resumed.next(2)).extracting(ReceivedEvent::summary).containsExactly("ADDED b", "ADDED c");
        }
    }

    private static long firstVersion(Scene scene, long listed) {
        try (OpenWatch watch = scene.api().watch(scene.configMaps(), "resourceVersion=" + listed)) {
            return watch.next().version();
        }
    }

    @Test
    default void aWatchWithoutAVersionOrFromZeroBeginsWithWhatIsThere() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b");
        scene.listVersion();

        try (OpenWatch unset = scene.api().watch(scene.configMaps());
                OpenWatch zero = scene.api().watch(scene.configMaps(), "resourceVersion=0")) {
            assertThat(unset.next(2)).extracting(ReceivedEvent::summary).containsExactly("ADDED a", "ADDED b");
            assertThat(zero.next(2)).extracting(ReceivedEvent::summary).containsExactly("ADDED a", "ADDED b");
            scene.api().delete(scene.configMap("a")).ok();
            assertThat(unset.next().summary()).isEqualTo("DELETED a");
            assertThat(zero.next().summary()).isEqualTo("DELETED a");
        }
    }

    @Test
    default void timeoutSecondsEndsAWatchCleanlyAndAFutureVersionIsSilentUntilThen() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        try (OpenWatch current = scene.api().watch(scene.configMaps(), "timeoutSeconds=3");
                OpenWatch future = scene.api()
                        .watch(
                                scene.configMaps(),
                                "resourceVersion=" + VersionsContract.FAR_FUTURE + "&timeoutSeconds=3")) {
            assertThat(current.untilEnd()).extracting(ReceivedEvent::summary).containsExactly("ADDED a");
            assertThat(future.untilEnd()).isEmpty();
        }
    }

    @Test
    default void aWatchOfOneNameIgnoresTheOthers() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b");
        scene.listVersion();

        try (OpenWatch watch =
                scene.api().watch(scene.configMaps(), "fieldSelector=metadata.name=b&resourceVersion=0")) {
            assertThat(watch.next().summary()).isEqualTo("ADDED b");
            scene.api().delete(scene.configMap("a")).ok();
            scene.api().delete(scene.configMap("b")).ok();
            assertThat(watch.next().summary()).isEqualTo("DELETED b");
        }
    }

    @Test
    default void aWatchOfAllNamespacesSeesEachAndOneOfANamespaceOnlyItsOwn() {
        Scene here = scene();
        Scene there = here.elsewhere();
        long listed = here.listVersion();
        String label = Scene.unique("test");

        try (OpenWatch all = here.api()
                        .watch("/api/v1/configmaps", "resourceVersion=" + listed + "&labelSelector=" + label);
                OpenWatch own = here.api().watch(here.configMaps(), "resourceVersion=" + listed)) {
            there.create(Manifests.configMap("there", label, "1"));
            here.create(Manifests.configMap("here", label, "1"));

            assertThat(all.next(2)).extracting(ReceivedEvent::summary).containsExactly("ADDED there", "ADDED here");
            assertThat(own.next().summary()).isEqualTo("ADDED here");
        }
    }

    @Test
    default void aWatchFromBeforeTheCompactionEndsWithExpiredInStream() {
        Scene scene = scene();
        scene.createEvents("a");
        long past = version(scene.api().get(scene.events()).ok());
        scene.createEvents("b", "c");
        target().compact();

        try (OpenWatch watch = scene.api().watch(scene.events(), "resourceVersion=" + past)) {
            watch.error(410, "Expired");
        }
    }
}
