package io.livekube.core.informer;

import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Credentials;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.contract.KubeHttp;
import io.livekube.testkit.contract.Manifests;
import io.livekube.testkit.contract.Scene;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.RequestMatcher;
import io.livekube.testkit.fault.SeenRequest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/// A namespace on a real API server, with a proxy that injects faults only for the informers that follow
/// the namespace.
final class ControlPlaneScene implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Resource CONFIG_MAPS = Resource.core("v1", "configmaps");

    /// Responses that the proxy inspects must be JSON.
    static final ClientConfig JSON_CLIENT = TestingCluster.PATIENT_CLIENT.withProtobuf(false);

    final KubeHttp api;
    final Scene scene;
    final FaultProxy proxy;
    private final Deque<Runnable> opened = new ArrayDeque<>();

    private ControlPlaneScene(ControlPlane plane, ApiEndpoint seenByInformers) {
        api = KubeHttp.to(plane.endpoint());
        scene = Scene.on(api);
        proxy = FaultProxy.before(seenByInformers);
    }

    /// With informers that may do everything.
    static ControlPlaneScene on(ControlPlane plane) {
        return new ControlPlaneScene(plane, plane.endpoint());
    }

    /// With informers of a user who may see nothing until he is granted it.
    static ControlPlaneScene unprivilegedOn(ControlPlane plane) {
        return new ControlPlaneScene(plane, plane.unprivilegedEndpoint());
    }

    // ---- informers

    InformerFactory informers(ClientConfig clientConfig, InformerConfig config) {
        ApiEndpoint endpoint = proxy.endpoint();
        var client = new ApiClient(
                new ApiAccess(
                        endpoint.url(),
                        plainSockets(),
                        Credentials.bearer(endpoint.token().orElseThrow())),
                clientConfig);
        opened.push(client::close);
        var informers = new InformerFactory(client, config);
        opened.push(informers::close);
        return informers;
    }

    /// Follows this namespace's objects of a kind; returns when they are all there and their watch is open.
    Informer follow(Resource resource, ClientConfig clientConfig, QuickReflector reflector)
            throws InterruptedException {
        InformerFactory informers = informers(clientConfig, reflector.informers());
        Informer informer = informers.informer(resource, CollectionScope.namespace(scene.namespace()));
        informers.start();
        informers.awaitSync(PATIENCE).orThrow();
        awaitWatches(resource.plural(), 1);
        return informer;
    }

    Informer follow(Resource resource, QuickReflector reflector) throws InterruptedException {
        return follow(resource, TestingCluster.PATIENT_CLIENT, reflector);
    }

    List<SeenRequest> awaitWatches(String resource, int count) {
        return proxy.requests().await(watch(resource), count, r -> r.status().isPresent(), PATIENCE);
    }

    List<SeenRequest> seen(RequestMatcher matcher) {
        return proxy.requests().matching(matcher);
    }

    // ---- objects

    /// Other labels, or another value of one, for a config map.
    void label(String configMap, String key, String value) {
        api.mergePatch(scene.configMap(configMap), "{'metadata':{'labels':{'%s':'%s'}}}".formatted(key, value))
                .ok();
    }

    void delete(String path) {
        api.delete(path).ok();
    }

    /// Waits until the cache holds the same objects and versions as the server at `path`.
    void awaitSame(Informer informer, String path) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(TestingCluster.versions(informer)).isEqualTo(versions(path)));
    }

    private Map<String, Long> versions(String path) {
        Map<String, Long> versions = new TreeMap<>();
        for (JsonNode item : api.get(path).ok().path("items")) {
            versions.put(scene.namespace() + "/" + Manifests.name(item), Manifests.version(item));
        }
        return versions;
    }

    private static SSLContext plainSockets() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    @Override
    public void close() {
        opened.forEach(Runnable::run);
        proxy.close();
        api.close();
    }
}
