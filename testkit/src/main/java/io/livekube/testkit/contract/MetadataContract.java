package io.livekube.testkit.contract;

import static io.livekube.testkit.contract.Manifests.names;
import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Objects reduced to their metadata, as metadata informers ask for them.
public interface MetadataContract extends ContractScene {

    String PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    String PARTIAL_LIST = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

    @Test
    default void metadataOfOneObjectAndOfAListLeaveOutTheRest() {
        Scene scene = scene();
        JsonNode map = scene.createConfigMaps("a", "b").getFirst();

        JsonNode one = scene.api().accepting(PARTIAL).get(scene.configMap("a")).ok();
        JsonNode list =
                scene.api().accepting(PARTIAL_LIST).get(scene.configMaps()).ok();

        assertPartial(one);
        assertThat(one.path("metadata")).isEqualTo(map.path("metadata"));
        assertThat(list.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
        assertThat(list.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
        assertThat(version(list)).isGreaterThanOrEqualTo(version(map));
        assertThat(names(list)).containsExactly("a", "b");
        assertThat(list.path("items")).allSatisfy(MetadataContract::assertPartial);
    }

    @Test
    default void aListIsNoObjectAndAnObjectNoListOfMetadata() {
        Scene scene = scene();
        scene.createConfigMaps("a");

        scene.api().accepting(PARTIAL).get(scene.configMaps()).refused(406, "NotAcceptable");
        scene.api().accepting(PARTIAL_LIST).get(scene.configMap("a")).refused(406, "NotAcceptable");
    }

    @Test
    default void aWatchOfMetadataSendsMetadataEvenInBookmarks() {
        Scene scene = scene();
        scene.createConfigMaps("a");
        scene.listVersion();

        try (OpenWatch watch = scene.api()
                .accepting(PARTIAL)
                .watch(scene.configMaps(), "resourceVersion=0&allowWatchBookmarks=true")) {
            ReceivedEvent added = watch.next();
            ReceivedEvent bookmark = watch.next();
            scene.api().delete(scene.configMap("a")).ok();
            ReceivedEvent deleted = watch.next();

            assertThat(added.summary()).isEqualTo("ADDED a");
            assertThat(bookmark.endsInitialEvents()).as("%s", bookmark).isTrue();
            assertThat(deleted.summary()).isEqualTo("DELETED a");
            assertPartial(added.object());
            assertPartial(bookmark.object());
            assertPartial(deleted.object());
        }
    }

    private static void assertPartial(JsonNode object) {
        assertThat(object.path("kind").asText()).isEqualTo("PartialObjectMetadata");
        assertThat(object.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
        assertThat(object.properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("kind", "apiVersion", "metadata");
    }
}
