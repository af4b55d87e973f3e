package io.livekube.testkit.contract;

import static io.livekube.testkit.contract.Manifests.name;
import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tables: the columns that `kubectl get` prints, computed by the server.
public interface TableContract extends ContractScene {

    String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

    @Test
    default void podsHaveTheColumnsThatKubectlPrints() {
        Scene scene = scene();
        scene.createPod(Manifests.pod("a"));

        JsonNode table = table(scene, scene.path("pods"));

        assertThat(columns(table))
                .containsExactly(
                        "Name 0",
                        "Ready 0",
                        "Status 0",
                        "Restarts 0",
                        "Age 0",
                        "IP 1",
                        "Node 1",
                        "Nominated Node 1",
                        "Readiness Gates 1");
        assertThat(cells(table.at("/rows/0")))
                .startsWith("a", "0/1", "Pending", "0")
                .endsWith("<none>", "<none>", "<none>", "<none>");
        assertThat(table.at("/columnDefinitions/0/type").asText()).isEqualTo("string");
        assertThat(table.at("/columnDefinitions/0/format").asText()).isEqualTo("name");
        assertThat(version(table)).isGreaterThanOrEqualTo(version(table.at("/rows/0/object")));
    }

    @Test
    default void configMapsAndNamespacesHaveTheirOwnColumns() {
        Scene scene = scene();
        scene.createConfigMaps("a", "b");

        JsonNode maps =
                scene.api().accepting(TABLE).get(scene.configMaps(), "limit=1").ok();
        JsonNode namespace = table(scene, "/api/v1/namespaces/" + scene.namespace());

        assertThat(columns(maps)).containsExactly("Name 0", "Data 0", "Age 0");
        assertThat(cells(maps.at("/rows/0"))).startsWith("a", "1").hasSize(3);
        assertThat(maps.at("/metadata/continue").asText()).isNotEmpty();
        assertThat(maps.at("/metadata/remainingItemCount").asInt()).isEqualTo(1);
        assertThat(columns(namespace)).containsExactly("Name 0", "Status 0", "Age 0");
        assertThat(cells(namespace.at("/rows/0"))).startsWith(scene.namespace(), "Active");
    }

    @Test
    default void rowsCarryMetadataTheObjectOrNothingAsAsked() {
        Scene scene = scene();
        JsonNode map = scene.createConfigMaps("a").getFirst();

        JsonNode implied = rowObject(scene, "");
        JsonNode metadata = rowObject(scene, "Metadata");

        assertThat(metadata).isEqualTo(implied);
        assertThat(metadata.path("kind").asText()).isEqualTo("PartialObjectMetadata");
        assertThat(metadata.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
        assertThat(metadata.path("metadata")).isEqualTo(map.path("metadata"));
        assertThat(metadata.has("data")).isFalse();
        assertThat(rowObject(scene, "Object")).isEqualTo(map);
        assertThat(rowObject(scene, "None").isNull()).isTrue();
        assertThat(scene.api()
                        .accepting(TABLE)
                        .get(scene.configMaps(), "includeObject=Some")
                        .refusal(400, "BadRequest"))
                .contains("must be 'Metadata', 'Object', 'None', or empty");
    }

    @Test
    default void onlyTheFirstEventOfATableWatchHasColumns() {
        Scene scene = scene();
        scene.createConfigMaps("a");
        scene.listVersion();

        try (OpenWatch watch =
                scene.api().accepting(TABLE).watch(scene.configMaps(), "resourceVersion=0&allowWatchBookmarks=true")) {
            ReceivedEvent added = watch.next();
            ReceivedEvent bookmark = watch.next();
            scene.api().delete(scene.configMap("a")).ok();
            ReceivedEvent deleted = watch.next();

            assertThat(List.of(added, bookmark, deleted))
                    .extracting(ReceivedEvent::type)
                    .containsExactly("ADDED", "BOOKMARK", "DELETED");
            assertThat(List.of(added, bookmark, deleted))
                    .allMatch(event -> event.object().path("kind").asText().equals("Table")
                            && event.object().path("rows").size() == 1);
            assertThat(columns(added.object())).containsExactly("Name 0", "Data 0", "Age 0");
            assertThat(bookmark.object().path("columnDefinitions")).isEmpty();
            assertThat(deleted.object().path("columnDefinitions")).isEmpty();
            assertThat(name(deleted.object().at("/rows/0/object"))).isEqualTo("a");
            assertThat(version(deleted.object().at("/rows/0/object"))).isEqualTo(deleted.version());
            assertThat(bookmark.object()
                            .at("/rows/0/object/metadata/annotations/k8s.io~1initial-events-end")
                            .asText())
                    .isEqualTo("true");
            assertThat(bookmark.version()).isGreaterThanOrEqualTo(added.version());
        }
    }

    private static JsonNode table(Scene scene, String path) {
        JsonNode table = scene.api().accepting(TABLE).get(path).ok();
        assertThat(table.path("kind").asText()).isEqualTo("Table");
        assertThat(table.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
        return table;
    }

    private static JsonNode rowObject(Scene scene, String includeObject) {
        return scene.api()
                .accepting(TABLE)
                .get(scene.configMaps(), "includeObject=" + includeObject)
                .ok()
                .at("/rows/0/object");
    }

    /// Names and priorities.
    static List<String> columns(JsonNode table) {
        return table.path("columnDefinitions")
                .valueStream()
                .map(column -> column.path("name").asText() + " "
                        + column.path("priority").asInt())
                .toList();
    }

    static List<String> cells(JsonNode row) {
        return row.path("cells").valueStream().map(JsonNode::asText).toList();
    }
}
