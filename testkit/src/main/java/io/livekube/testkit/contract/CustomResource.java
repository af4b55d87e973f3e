package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/// Custom resource definition in a separate group, with kind Widget, a status and two printer columns.
public final class CustomResource {

    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private final Scene scene;
    private final String group;

    private CustomResource(Scene scene, String group) {
        this.scene = scene;
        this.group = group;
    }

    /// Creates the definition and returns when its resource is served and listed in discovery.
    public static CustomResource serve(Scene scene) {
        var resource = new CustomResource(scene, Scene.unique("group") + ".example.org");
        resource.serve();
        return resource;
    }

    /// Creates the definition again, after [#remove].
    public void serve() {
        scene.api().post(DEFINITIONS, definition()).created();
        awaitStatus(200);
    }

    /// Deletes the definition, if it exists, with all widgets; returns when all are gone.
    public void remove() {
        assertThat(scene.api().delete(definitionPath()).status()).isIn(200, 404);
        awaitStatus(404);
    }

    public String group() {
        return group;
    }

    String definitionPath() {
        return DEFINITIONS + "/widgets." + group;
    }

    String version() {
        return "/apis/" + group + "/v1";
    }

    public String widgets() {
        return version() + "/namespaces/" + scene.namespace() + "/widgets";
    }

    String widget(String name) {
        return widgets() + "/" + name;
    }

    public JsonNode create(String name, int size) {
        return scene.api().post(widgets(), manifest(name, size)).created();
    }

    ObjectNode manifest(String name, int size) {
        return Manifests.json(
                "{'apiVersion':'%s/v1','kind':'Widget','metadata':{'name':'%s'},'spec':{'size':%d}}",
                group, name, size);
    }

    /// Waits until both the collection and its discovery respond with a status.
    void awaitStatus(int status) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> {
                    assertThat(scene.api().get(widgets()).status()).isEqualTo(status);
                    assertThat(scene.api().get(version()).status()).isEqualTo(status);
                });
    }

    private ObjectNode definition() {
        return Manifests.json("""
                {'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',
                 'metadata':{'name':'widgets.%s'},
                 'spec':{'group':'%1$s','scope':'Namespaced',
                  'names':{'plural':'widgets','singular':'widget','kind':'Widget','listKind':'WidgetList',
                   'shortNames':['wd']},
                  'versions':[{'name':'v1','served':true,'storage':true,'subresources':{'status':{}},
                   'schema':{'openAPIV3Schema':{'type':'object','x-kubernetes-preserve-unknown-fields':true}},
                   'additionalPrinterColumns':[
                    {'name':'Size','type':'integer','jsonPath':'.spec.size'},
                    {'name':'Age','type':'date','jsonPath':'.metadata.creationTimestamp'}]}]}}""", group);
    }
}
