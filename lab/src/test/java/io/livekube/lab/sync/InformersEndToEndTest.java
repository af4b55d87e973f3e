package io.livekube.lab.sync;

import static io.livekube.testkit.fault.Faults.errorEvent;
import static io.livekube.testkit.fault.Faults.latency;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.HeldObjects;
import io.livekube.lab.bench.LabDirectory;
import io.livekube.lab.bench.Options;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.ObjectSetDigest;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.contract.KubeHttp;
import io.livekube.testkit.contract.Manifests;
import io.livekube.testkit.contract.OpenWatch;
import io.livekube.testkit.contract.ReceivedEvent;
import io.livekube.testkit.contract.Scene;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import io.livekube.testkit.fault.RequestMatcher;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Informers of other libraries hold the same objects on a hub as on the API server, whatever happens to the
/// hub, to its agent and to the cluster.
@RealControlPlane
@Timeout(1200)
class InformersEndToEndTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path dir = Path.of("");

    private final Run run = new Run(Options.parse(List.of(), List.of()), LabDirectory.find(), System.err);
    private final List<FollowedPods> onHub = new ArrayList<>();
    private final List<FollowedPods> onApi = new ArrayList<>();

    @AfterEach
    void stop() {
        onHub.forEach(FollowedPods::close);
        onApi.forEach(FollowedPods::close);
        run.close();
    }

    @Test
    void informersFollowingAHubHoldTheSameAsThoseFollowingTheApiServer(ControlPlane plane) throws Exception {
        GoPeers go = GoPeers.build(run, "./clientgo");
        try (SyncRig rig = SyncRig.start(plane, dir);
                KubeHttp api = KubeHttp.to(plane.endpoint());
                KubeHttp hub = KubeHttp.to(rig.kubernetes())) {
            var pods = new Pods(Scene.on(api));
            pods.create(0, 20);
            rig.startAgent();
            follow(go, plane.kubeconfig(), "the API server", onApi);
            follow(go, kubeconfig(rig.kubernetes().url()), "the hub", onHub);
            awaitEqual(plane.endpoint());

            pods.change(0, 10);
            pods.delete(5, 15);
            pods.create(20, 30);
            pods.create(5, 8); // other pods of the same names
            awaitEqual(plane.endpoint());

            hubRestartIsSurvived(rig, pods);
            awaitEqual(plane.endpoint());

            relistEndsNoWatch(rig, hub, pods);
            awaitEqual(plane.endpoint());

            anotherClusterReplacesTheFirst(rig);
        }
    }

    private void follow(GoPeers go, Path kubeconfig, String side, List<FollowedPods> all) throws Exception {
        all.add(FollowedPods.fabric8(side, kubeconfig));
        all.add(FollowedPods.official(side, kubeconfig));
        all.add(FollowedPods.clientGo(run, go, side, kubeconfig, "typed", true));
        all.add(FollowedPods.clientGo(run, go, side, kubeconfig, "dynamic", false));
    }

    /// The hub is killed and restarts empty, while pods are created, changed and deleted.
    private static void hubRestartIsSurvived(SyncRig rig, Pods pods) {
        rig.hub().kill();
        pods.create(30, 33);
        pods.change(20, 25);
        pods.delete(25, 28);
        rig.startHubAgain();
    }

    /// The agent's watch can't continue, and no one observes the changes until it has relisted.
    private static void relistEndsNoWatch(SyncRig rig, KubeHttp hub, Pods pods) {
        JsonNode list = hub.get("/api/v1/pods").ok();
        try (OpenWatch watch = hub.watch("/api/v1/pods", "resourceVersion=" + Manifests.version(list))) {
            rig.toApi().when(RequestMatcher.watch("pods")).then(errorEvent(410));
            rig.toApi().when(RequestMatcher.list("pods")).then(latency(Duration.ofSeconds(1)));
            int requests = rig.toApi()
                    .requests()
                    .matching(RequestMatcher.resource("pods"))
                    .size();
            rig.toApi().live(RequestMatcher.watch("pods")).cut();
            pods.delete(28, 30);
            pods.change(30, 33);
            List<String> events =
                    watch.next(5).stream().map(ReceivedEvent::summary).toList();
            assertThat(events)
                    .containsExactlyInAnyOrder(
                            "DELETED pod-28",
                            "DELETED pod-29",
                            "MODIFIED pod-30",
                            "MODIFIED pod-31",
                            "MODIFIED pod-32");
            assertThat(rig.toApi().requests().matching(RequestMatcher.resource("pods")))
                    .as("a rejected watch, a list, and a watch")
                    .hasSizeGreaterThanOrEqualTo(requests + 2);
        }
    }

    /// Its versions are lower than those that the clients know: they get a 410 and start over.
    private void anotherClusterReplacesTheFirst(SyncRig rig) throws Exception {
        rig.agent().kill();
        try (Simulator other = Simulator.start(SimulatorConfig.defaults());
                KubeHttp api = KubeHttp.to(ApiEndpoint.plain(other.url()))) {
            new Pods(Scene.on(api)).create(0, 7);
            Files.writeString(dir.resolve("kubeconfig"), other.kubeconfig());
            rig.startAgent();
            awaitHolding(onHub, ApiEndpoint.plain(other.url()));
        }
    }

    private void awaitEqual(ApiEndpoint api) {
        awaitHolding(onApi, api);
        awaitHolding(onHub, api);
    }

    private static void awaitHolding(List<FollowedPods> informers, ApiEndpoint api) {
        try (KubeHttp http = KubeHttp.to(api)) {
            HeldObjects there = holding(http.get("/api/v1/pods").ok());
            for (FollowedPods each : informers) {
                await(each.name())
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(100))
                        .untilAsserted(() ->
                                assertThat(each.holding().get()).as(each.name()).isEqualTo(there));
            }
        }
    }

    private static HeldObjects holding(JsonNode list) {
        var digest = new ObjectSetDigest();
        for (JsonNode item : list.path("items")) {
            JsonNode metadata = item.path("metadata");
            digest.add(
                    metadata.path("namespace").asText(),
                    metadata.path("name").asText(),
                    metadata.path("resourceVersion").asText());
        }
        return new HeldObjects(digest.count(), digest.hex());
    }

    private Path kubeconfig(URI server) throws Exception {
        return Files.writeString(dir.resolve("hub-kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: hub
                contexts: [{name: hub, context: {cluster: hub, user: reader}}]
                clusters: [{name: hub, cluster: {server: "%s"}}]
                users: [{name: reader, user: {}}]
                """.formatted(server));
    }

    /// Numbered pods of one namespace.
    private record Pods(Scene scene) {
        void create(int from, int to) {
            for (int i = from; i < to; i++) {
                scene.createPod(Manifests.pod("pod-" + i));
            }
        }

        void change(int from, int to) {
            for (int i = from; i < to; i++) {
                scene.api()
                        .mergePatch(scene.path("pods/pod-" + i), "{'metadata':{'annotations':{'changed':'true'}}}")
                        .ok();
            }
        }

        void delete(int from, int to) {
            for (int i = from; i < to; i++) {
                scene.api()
                        .delete(scene.path("pods/pod-" + i), "gracePeriodSeconds=0")
                        .ok();
            }
        }
    }
}
