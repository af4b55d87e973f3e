package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// Namespace of one test, so that tests can share a server and run in any order.
public final class Scene {

    private final KubeHttp api;
    private final String namespace;

    private Scene(KubeHttp api, String namespace) {
        this.api = api;
        this.namespace = namespace;
    }

    /// A new namespace on a server.
    public static Scene on(KubeHttp api) {
        String name = unique("contract");
        api.post("/api/v1/namespaces", Manifests.json("{'metadata':{'name':'%s'}}", name))
                .created();
        return new Scene(api, name);
    }

    static String unique(String prefix) {
        return prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    public KubeHttp api() {
        return api;
    }

    public String namespace() {
        return namespace;
    }

    /// A second namespace on the same server.
    public Scene elsewhere() {
        return on(api);
    }

    /// The collection of a core resource in this namespace.
    public String path(String resource) {
        return "/api/v1/namespaces/" + namespace + "/" + resource;
    }

    public String configMaps() {
        return path("configmaps");
    }

    public String configMap(String name) {
        return path("configmaps/" + name);
    }

    public String events() {
        return path("events");
    }

    public String deployments() {
        return "/apis/apps/v1/namespaces/" + namespace + "/deployments";
    }

    /// Creates empty config maps, in this order.
    public List<JsonNode> createConfigMaps(String... names) {
        return Stream.of(names).map(name -> create(Manifests.configMap(name))).toList();
    }

    public JsonNode create(JsonNode configMap) {
        return api.post(configMaps(), configMap).created();
    }

    /// Creates events about pods of the same names.
    public void createEvents(String... names) {
        Stream.of(names)
                .forEach(name -> api.post(events(), Manifests.event(name, namespace, name))
                        .created());
    }

    /// Creates a pod, after the service account that admission requires.
    public JsonNode createPod(JsonNode pod) {
        Reply account = api.post(path("serviceaccounts"), Manifests.json("{'metadata':{'name':'default'}}"));
        assertThat(account.status()).as("%s", account).isIn(201, 409);
        return api.post(path("pods"), pod).created();
    }

    /// The version of a consistent list of this namespace's config maps.
    public long listVersion() {
        return Manifests.version(api.get(configMaps()).ok());
    }

    /// The names a list with these query parameters returns.
    public List<String> listNames(String... query) {
        return Manifests.names(api.get(configMaps(), query).ok());
    }
}
