package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorReport;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredJson;
import io.livekube.simulator.store.StoredObject;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.LeasedPort;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.RequestMatcher;
import io.livekube.testkit.fault.SeenRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A simulated cluster behind a fault-injecting proxy, and the informers that follow it.
final class TestingCluster implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Resource PODS = Resource.core("v1", "pods");

    /// Shorter than [#PATIENCE], but long enough to survive a pause of several seconds.
    static final ClientConfig PATIENT_CLIENT =
            ClientConfig.defaults().withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(30));

    final Simulator simulator;
    final FaultProxy proxy;
    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final LeasedPort lease = LeasedPort.take();

    private TestingCluster(SimulatorConfig config) {
        simulator = Simulator.start(config.withPort(lease.port()));
        proxy = FaultProxy.before(ApiEndpoint.plain(simulator.url()));
    }

    static TestingCluster start() {
        return start(SimulatorConfig.defaults());
    }

    static TestingCluster start(SimulatorConfig config) {
        return new TestingCluster(config);
    }

    /// Puts another server in the place of this one, which ends.
    Simulator replacedBy(SimulatorConfig config) {
        simulator.close();
        return Simulator.start(config.withPort(lease.port()));
    }

    // ---- informers

    InformerFactory informers(QuickReflector reflector) {
        return informers(PATIENT_CLIENT, reflector.informers());
    }

    InformerFactory informers(ClientConfig clientConfig, InformerConfig config) {
        return closing(new InformerFactory(client(clientConfig), config));
    }

    /// Closes informers together with the cluster.
    InformerFactory closing(InformerFactory informers) {
        opened.push(informers::close);
        return informers;
    }

    ApiClient client(ClientConfig config) {
        return client(ApiAccess.open(proxy.endpoint().url()), config);
    }

    ApiClient client(ApiAccess access, ClientConfig config) {
        var client = new ApiClient(access, config);
        opened.push(client::close);
        return client;
    }

    /// Follows the pods and waits until it has them all.
    Informer syncedPods(QuickReflector reflector) throws InterruptedException {
        InformerFactory informers = informers(reflector);
        Informer pods = informers.informer(PODS);
        informers.start();
        informers.awaitSync(PATIENCE).orThrow();
        return pods;
    }

    /// The same, and waits until its watch is open.
    Informer watchedPods(QuickReflector reflector) throws InterruptedException {
        Informer pods = syncedPods(reflector);
        proxy.requests()
                .await(
                        RequestMatcher.watch("pods"),
                        1,
                        request -> request.status().isPresent(),
                        PATIENCE);
        return pods;
    }

    // ---- objects

    StoredObject createPod(String name) {
        return create(BuiltInTypes.POD, "default", name);
    }

    void createPods(int count) {
        for (int i = 0; i < count; i++) {
            createPod("pod-%03d".formatted(i));
        }
    }

    StoredObject create(ResourceType type, String namespace, String name) {
        return simulator.store().create(type, manifest(namespace, name));
    }

    static ObjectNode manifest(String namespace, String name) {
        ObjectNode object = StoredJson.object();
        ObjectNode metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        object.putObject("spec").put("nodeName", "node-1");
        return object;
    }

    StoredObject label(String pod, String key, String value) {
        ObjectNode object = simulator
                .store()
                .get(BuiltInTypes.POD, "default", pod)
                .orElseThrow()
                .toTree();
        ((ObjectNode) object.get("metadata")).withObject("/labels").put(key, value);
        ((ObjectNode) object.get("metadata")).remove("resourceVersion");
        return simulator.store().update(BuiltInTypes.POD, object);
    }

    void deletePod(String name) {
        simulator.store().delete(BuiltInTypes.POD, "default", name);
    }

    // ---- results

    List<SeenRequest> awaitRequests(RequestMatcher matcher, int count) {
        return proxy.requests().await(matcher, count, PATIENCE);
    }

    List<SeenRequest> seen(RequestMatcher matcher) {
        return proxy.requests().matching(matcher);
    }

    /// Waits until the cache holds the same objects and versions as the server.
    void awaitSame(Informer pods) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(versions(pods)).isEqualTo(versions(simulator)));
    }

    static Map<String, Long> versions(Informer informer) {
        Map<String, Long> versions = new TreeMap<>();
        for (KubeObject object : informer.store().list()) {
            versions.put(object.key().toString(), object.resourceVersion());
        }
        return versions;
    }

    private static Map<String, Long> versions(Simulator simulator) {
        Map<String, Long> versions = new TreeMap<>();
        pods(simulator).forEach(p -> versions.put(p.namespace() + "/" + p.name(), p.revision()));
        return versions;
    }

    private static Stream<StoredObject> pods(Simulator simulator) {
        return simulator
                .store()
                .snapshot(BuiltInTypes.POD, simulator.store().revision())
                .objects("", "");
    }

    static ReflectorReport.Counters counters(Informer informer) {
        return informer.status().report().counters();
    }

    @Override
    public void close() {
        opened.forEach(Runnable::run);
        proxy.close();
        simulator.close();
        lease.close();
    }
}
