package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.core.access.AccessException;
import io.livekube.core.access.Kubeconfig;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.auth.TokenFileException;
import io.livekube.hub.cluster.Cluster;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.RequestMatcher;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// A hub with default settings, whose clock can be advanced, and an agent that connects to it through a proxy,
/// with a real control plane.
final class ControlRig implements AutoCloseable {
    static final RequestMatcher BATCHES =
            RequestMatcher.requestThat("batches", request -> request.path().endsWith("/sync"));

    private static final String CLUSTER = "e2e";
    private static final String TOKEN = "the-token-of-the-cluster-e2e";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path dir;
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final FaultProxy toApi;
    private final FaultProxy toHub;
    private final Hub hub;
    private final HttpClient client = HttpClient.newHttpClient();
    private final MirrorOracle oracle;
    private Optional<Agent> agent = Optional.empty();

    private ControlRig(ControlPlane plane, Path dir) throws IOException, TokenFileException {
        this.dir = dir;
        Path tokens = Files.writeString(dir.resolve("tokens"), CLUSTER + " " + TOKEN + "\n");
        Files.writeString(dir.resolve("token"), TOKEN + "\n");
        this.hub = Hub.start(HubConfig.defaults(tokens), () -> Instant.now().plus(ahead.get()));
        this.toHub = FaultProxy.before(ApiEndpoint.plain(hub.url()));
        this.toApi = FaultProxy.before(plane.endpoint());
        Files.writeString(dir.resolve("kubeconfig"), SyncRig.kubeconfig(toApi.endpoint()));
        this.oracle =
                new MirrorOracle(plane.endpoint(), ApiEndpoint.plain(URI.create(hub.url() + "/clusters/" + CLUSTER)));
    }

    /// Starts the hub and the proxies, but no agent yet.
    static ControlRig start(ControlPlane plane, Path dir) throws IOException, TokenFileException {
        return new ControlRig(plane, dir);
    }

    FaultProxy toApi() {
        return toApi;
    }

    FaultProxy toHub() {
        return toHub;
    }

    MirrorOracle oracle() {
        return oracle;
    }

    Cluster cluster() {
        return hub.clusters().find(CLUSTER).orElseThrow();
    }

    void startAgent() throws AccessException {
        Agent started = new Agent(
                AgentConfig.of(toHub.endpoint().url(), CLUSTER, dir.resolve("token")),
                Kubeconfig.file(dir.resolve("kubeconfig"), Optional.empty()));
        agent = Optional.of(started);
        started.start();
        await("the agent asks for tasks")
                .atMost(PATIENCE)
                .until(() -> hub.clusters()
                        .find(CLUSTER)
                        .filter(known -> known.tasks().agentConnected())
                        .isPresent());
    }

    void stopAgent() {
        agent.orElseThrow().close();
        agent = Optional.empty();
    }

    void putClockForward(Duration by) {
        ahead.updateAndGet(now -> now.plus(by));
    }

    /// Root of the cluster's Kubernetes API on the hub.
    URI kubernetes() {
        return URI.create(hub.url() + "/clusters/" + CLUSTER);
    }

    HttpResponse<String> read(String path) {
        URI uri = URI.create(hub.url() + "/clusters/" + CLUSTER + path);
        try {
            return client.send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("the hub does not answer " + path + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while reading " + path, e);
        }
    }

    /// Waits until the mirror equals the API server in all kinds.
    void awaitWhole() {
        await("all kinds come from the mirror")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(MirrorOracle.DEFAULT_KINDS)
                        .allSatisfy(kind -> assertThat(header(read(kind), "X-Livekube-Source"))
                                .isEqualTo("mirror")));
        oracle.awaitEqual(MirrorOracle.DEFAULT_KINDS);
    }

    static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /// Number of bytes of batches that the agent has sent so far.
    long sentBytes() {
        return toHub.requests().matching(BATCHES).stream()
                .mapToLong(seen -> seen.request()
                        .header("Content-Length")
                        .map(Long::parseLong)
                        .orElseThrow())
                .sum();
    }

    @Override
    public void close() {
        agent.ifPresent(Agent::close);
        hub.close();
        toHub.close();
        toApi.close();
        oracle.close();
        client.shutdownNow();
    }
}
