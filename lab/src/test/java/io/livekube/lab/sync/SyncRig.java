package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.LeasedPort;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.RequestMatcher;
import io.livekube.testkit.fault.SeenRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `livekube hub` and `livekube agent` as processes before a real control plane, with a proxy on each of
/// the agent's links through which it can be made to fail.
final class SyncRig implements AutoCloseable {
    static final String CLUSTER = "e2e";
    static final String TOKEN = "the-token-of-the-cluster-e2e";

    private static final RequestMatcher BATCHES =
            RequestMatcher.requestThat("batches", request -> request.path().endsWith("/sync"));
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path dir;
    private final FaultProxy toApi;
    private final FaultProxy toHub;
    private final MirrorOracle oracle;
    private final HttpClient client = HttpClient.newHttpClient();
    private final LeasedPort hubPort = LeasedPort.take(); // a restarted hub needs the same port
    private LivekubeProcess hub;
    private Optional<LivekubeProcess> agent = Optional.empty();

    private SyncRig(ControlPlane plane, Path dir) {
        this.dir = dir;
        write("tokens", CLUSTER + " " + TOKEN + "\n");
        write("token", TOKEN + "\n");
        this.hub = startHub();
        this.toHub = FaultProxy.before(ApiEndpoint.plain(URI.create("http://127.0.0.1:" + hubPort.port())));
        this.toApi = FaultProxy.before(plane.endpoint());
        write("kubeconfig", kubeconfig(toApi.endpoint()));
        this.oracle = new MirrorOracle(plane.endpoint(), kubernetes());
    }

    /// Starts the hub and the proxies, and no agent yet.
    static SyncRig start(ControlPlane plane, Path dir) {
        return new SyncRig(plane, dir);
    }

    /// Where the agent speaks to the API server.
    FaultProxy toApi() {
        return toApi;
    }

    /// Where the agent speaks to the hub.
    FaultProxy toHub() {
        return toHub;
    }

    /// Where the hub serves the cluster's Kubernetes API.
    ApiEndpoint kubernetes() {
        return ApiEndpoint.plain(URI.create("http://127.0.0.1:" + hubPort.port() + "/clusters/" + CLUSTER));
    }

    MirrorOracle oracle() {
        return oracle;
    }

    LivekubeProcess hub() {
        return hub;
    }

    LivekubeProcess agent() {
        return agent.orElseThrow();
    }

    void startAgent(String... more) {
        startAgent(toHub.endpoint().url(), more);
    }

    void startAgent(URI hubUrl, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "agent",
                "--hub",
                hubUrl.toString(),
                "--cluster",
                CLUSTER,
                "--token-file",
                dir.resolve("token").toString(),
                "--kubeconfig",
                dir.resolve("kubeconfig").toString()));
        arguments.addAll(List.of(more));
        agent = Optional.of(LivekubeProcess.start(dir.resolve("agent.log"), arguments));
    }

    /// Starts a hub on the port of the last one, which was killed: empty, as a hub is that knows nothing yet.
    void startHubAgain() {
        hub = startHub();
    }

    private LivekubeProcess startHub() {
        LivekubeProcess started = LivekubeProcess.start(
                write("hub.log", ""),
                List.of(
                        "hub",
                        "--port",
                        Integer.toString(hubPort.port()),
                        "--sync-mode",
                        "on",
                        "--tokens-file",
                        dir.resolve("tokens").toString()));
        started.awaitSaid("Ctrl-C");
        return started;
    }

    /// Waits until the mirror equals the API server in all default kinds and these, in a cluster that
    /// stops changing.
    ///
    /// No digest may have been wrong in between: retries overcome faults, but a wrong digest is a bug.
    void awaitWhole(String... more) {
        List<String> kinds = new ArrayList<>(MirrorOracle.DEFAULT_KINDS);
        kinds.addAll(List.of(more));
        try {
            oracle.awaitEqual(kinds);
            assertThat(about().at("/counts/mismatches").asInt(-1)).isZero();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    "%s%nthe agent said:%n%s%nthe hub said:%n%s".formatted(e.getMessage(), agent().said(), hub.said()),
                    e);
        }
    }

    /// Waits until the session that the hub hears now is another one than this, and has confirmed all kinds.
    void awaitConfirmedBySessionAfter(String session) {
        await("a session after " + session)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> {
                    JsonNode about = about();
                    assertThat(about.path("session").asText()).isNotEmpty().isNotEqualTo(session);
                    assertThat(about.path("kinds")).allSatisfy(kind -> {
                        assertThat(kind.path("state").asText()).isEqualTo("synced");
                        assertThat(kind.path("ageMs").asLong())
                                .as("a kind is as fresh as the session that confirmed it")
                                .isLessThanOrEqualTo(about.path("ageMs").asLong());
                    });
                });
    }

    /// The hub's status of the cluster.
    JsonNode about() {
        String answer = get("/api/v1/clusters/" + CLUSTER);
        try {
            return JSON.readTree(answer);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + answer, e);
        }
    }

    /// The hub's response.
    String get(String path) {
        URI uri = URI.create("http://127.0.0.1:" + hubPort.port() + path);
        try {
            return client.send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new AssertionError("the hub does not answer " + path + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while reading " + path, e);
        }
    }

    /// How many bytes of batches the agent has sent so far.
    long sentBytes() {
        return toHub.requests().matching(BATCHES).stream()
                .map(SeenRequest::request)
                .mapToLong(request ->
                        request.header("Content-Length").map(Long::parseLong).orElseThrow())
                .sum();
    }

    void replaceToken(String token) {
        write("token", token + "\n");
    }

    private Path write(String file, String text) {
        try {
            return Files.writeString(dir.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /// A kubeconfig for an endpoint with a token.
    static String kubeconfig(ApiEndpoint api) {
        return """
                apiVersion: v1
                kind: Config
                current-context: e2e
                contexts: [{name: e2e, context: {cluster: e2e, user: e2e}}]
                clusters: [{name: e2e, cluster: {server: "%s"}}]
                users: [{name: e2e, user: {token: "%s"}}]
                """.formatted(api.url(), api.token().orElseThrow());
    }

    @Override
    public void close() {
        agent.ifPresent(LivekubeProcess::close);
        hub.close();
        toHub.close();
        toApi.close();
        oracle.close();
        client.shutdownNow();
        hubPort.close();
    }
}
