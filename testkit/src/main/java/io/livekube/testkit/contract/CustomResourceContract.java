package io.livekube.testkit.contract;

import static io.livekube.testkit.contract.Manifests.names;
import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/// Resources defined at run time.
public interface CustomResourceContract extends ContractScene {

    @Test
    default void aDefinedResourceIsServedAndWatchedAndGoneWithItsDefinition() {
        KubeHttp api = scene().api();
        CustomResource resource = CustomResource.serve(scene());
        JsonNode empty = api.get(resource.widgets()).ok();
        JsonNode created = resource.create("a", 3);
        JsonNode list = api.get(resource.widgets()).ok();

        assertThat(list.path("kind").asText()).isEqualTo("WidgetList");
        assertThat(list.path("apiVersion").asText()).isEqualTo(resource.group() + "/v1");
        assertThat(list.at("/items/0")).as("items name their kind").isEqualTo(created);
        try (OpenWatch watch = api.watch(resource.widgets(), "resourceVersion=" + version(empty))) {
            assertThat(watch.next().object()).isEqualTo(created);
            api.delete(resource.widget("a")).ok();
            assertThat(watch.next().summary()).isEqualTo("DELETED a");
        }
        assertThat(api.get(resource.version()).ok().at("/resources/0/kind").asText())
                .isEqualTo("Widget");

        api.delete(resource.definitionPath()).ok();
        resource.awaitStatus(404);
    }

    @Test
    default void aCustomTableHasThePrinterColumnsOfItsDefinition() {
        CustomResource resource = CustomResource.serve(scene());
        resource.create("a", 3);

        JsonNode table = scene().api()
                .accepting(TableContract.TABLE)
                .get(resource.widgets())
                .ok();

        assertThat(TableContract.columns(table)).containsExactly("Name 0", "Size 0", "Age 0");
        assertThat(table.at("/columnDefinitions/1/type").asText()).isEqualTo("integer");
        assertThat(table.at("/columnDefinitions/2/type").asText()).isEqualTo("date");
        assertThat(table.at("/rows/0/cells/1").isInt()).isTrue();
        assertThat(TableContract.cells(table.at("/rows/0"))).startsWith("a", "3");
        scene().api().delete(resource.definitionPath()).ok();
    }

    @Test
    default void customObjectsKeepStatusApartAndAreUpdatedOnlyByVersion() {
        KubeHttp api = scene().api();
        CustomResource resource = CustomResource.serve(scene());
        var manifest = resource.manifest("a", 3);
        manifest.withObject("/status").put("ready", true);
        JsonNode created = api.post(resource.widgets(), manifest).created();

        Reply unversioned = api.put(resource.widget("a"), manifest);
        JsonNode status = api.mergePatch(
                        resource.widget("a") + "/status", "{'spec':{'size':9},'status':{'ready':true}}")
                .ok();
        JsonNode spec = api.mergePatch(resource.widget("a"), "{'spec':{'size':4},'status':{'ready':false}}")
                .ok();

        assertThat(created.has("status")).isFalse();
        assertThat(created.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(unversioned.refusal(422, "Invalid"))
                .endsWith("metadata.resourceVersion: Invalid value: 0: must be specified for an update");
        assertThat(status.at("/spec/size").asInt()).isEqualTo(3);
        assertThat(status.at("/status/ready").asBoolean()).isTrue();
        assertThat(status.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(spec.at("/spec/size").asInt()).isEqualTo(4);
        assertThat(spec.at("/status/ready").asBoolean()).isTrue();
        assertThat(spec.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(names(api.get(resource.widgets(), "labelSelector=!color").ok()))
                .containsExactly("a");
        api.delete(resource.definitionPath()).ok();
    }
}
