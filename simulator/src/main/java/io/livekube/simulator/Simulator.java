package io.livekube.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.api.ApiServer;
import io.livekube.simulator.api.CustomResourceDefinitions;
import io.livekube.simulator.api.RequestCounts;
import io.livekube.simulator.api.SimulatorHttpServer;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoredJson;
import java.net.URI;
import java.util.List;

/// Simulated Kubernetes API server: an in-memory store behind the HTTP API of kube-apiserver.
///
/// It starts with the four namespaces that every cluster has, and nothing else.
public final class Simulator implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final List<String> NAMESPACES = List.of("default", "kube-node-lease", "kube-public", "kube-system");

    private final SimulatorConfig config;
    private final ObjectStore store;
    private final Catalog catalog;
    private final ApiServer api;
    private final SimulatorHttpServer front;

    private Simulator(
            SimulatorConfig config, ObjectStore store, Catalog catalog, ApiServer api, SimulatorHttpServer front) {
        this.config = config;
        this.store = store;
        this.catalog = catalog;
        this.api = api;
        this.front = front;
    }

    /// Starts serving.
    ///
    /// @throws java.io.UncheckedIOException if the port is taken; the message names it
    public static Simulator start(SimulatorConfig config) {
        ObjectStore store = new ObjectStore(config.store());
        Catalog catalog = new Catalog();
        CustomResourceDefinitions.follow(store, catalog, config.store().clock());
        NAMESPACES.forEach(name -> store.create(BuiltInTypes.NAMESPACE, namespace(name)));
        ApiServer api = new ApiServer(
                store,
                catalog,
                config.token(),
                config.bookmarkInterval(),
                config.tooLargeVersionWait(),
                config.store().clock());
        return new Simulator(config, store, catalog, api, SimulatorHttpServer.listen(api, HOST, config.port()));
    }

    public URI url() {
        return URI.create("http://" + HOST + ":" + front.port());
    }

    public ObjectStore store() {
        return store;
    }

    public Catalog catalog() {
        return catalog;
    }

    /// Request counts so far, by verb and resource.
    public RequestCounts requests() {
        return api.counts();
    }

    /// Drops all history: older lists, continue tokens and watches get 410.
    public void compact() {
        store.compact(store.revision());
    }

    /// A kubeconfig, as YAML, whose context `simulator` points here.
    public String kubeconfig() {
        String user = config.token().map(token -> "{token: \"" + token + "\"}").orElse("{}");
        return """
                apiVersion: v1
                kind: Config
                current-context: simulator
                clusters:
                - name: simulator
                  cluster: {server: "%s"}
                contexts:
                - name: simulator
                  context: {cluster: simulator, user: simulator}
                users:
                - name: simulator
                  user: %s
                """.formatted(url(), user);
    }

    @Override
    public void close() {
        front.close();
    }

    private static ObjectNode namespace(String name) {
        ObjectNode namespace = StoredJson.object();
        ObjectNode metadata = namespace.putObject("metadata");
        metadata.put("name", name);
        metadata.putObject("labels").put("kubernetes.io/metadata.name", name);
        namespace.putObject("spec").putArray("finalizers").add("kubernetes");
        namespace.putObject("status").put("phase", "Active");
        return namespace;
    }
}
