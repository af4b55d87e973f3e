package io.livekube.lab.sync;

import static io.livekube.testkit.fault.Faults.answered;
import static io.livekube.testkit.fault.Faults.bandwidth;
import static io.livekube.testkit.fault.Faults.bytes;
import static io.livekube.testkit.fault.Faults.cut;
import static io.livekube.testkit.fault.Faults.events;
import static io.livekube.testkit.fault.Faults.latency;
import static io.livekube.testkit.fault.Faults.requestBytes;
import static io.livekube.testkit.fault.Faults.reset;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.anyList;
import static io.livekube.testkit.fault.RequestMatcher.anyWatch;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import io.livekube.testkit.fault.ExchangeOutcome;
import io.livekube.testkit.fault.FaultProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Push sync as users run it, agent and hub as processes, on a real control plane: whatever fails in between,
/// the mirror eventually equals the API server.
@RealControlPlane(nodes = 8, isolated = true, apiServerFlags = SyncEndToEndTest.WATCHES_FROM_ETCD)
@Timeout(1200)
class SyncEndToEndTest {
    /// These have no window of recent events, so a compaction takes their history away at once.
    static final String WATCHES_FROM_ETCD = "--watch-cache-sizes=configmaps#0,replicasets.apps#0";

    /// Bytes for the names, states and digests of some 20 kinds; the smallest of snapshots here has ten
    /// times as many.
    private static final long DIGESTS_OF_ALL_KINDS = 8_000;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String WIDGETS = "/apis/e2e.example.org/v1/widgets";

    private static final String WIDGET_DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: widgets.e2e.example.org}
            spec:
              group: e2e.example.org
              scope: Namespaced
              names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    @TempDir
    private Path dir = Path.of("");

    @Test
    void aRolloutUnderCutsResetsAndSlowLinksArrivesWhole(ControlPlane plane) {
        Workload shop = Workload.in(plane, "weather");
        try (SyncRig rig = SyncRig.start(plane, dir)) {
            badWeather(rig);
            rig.startAgent();
            shop.deploy("web", "example.org/web:1", 200);
            shop.deploy("batch", "example.org/batch:1", 60);
            shop.awaitRolledOut("web", rig.toHub()::resetAll);
            shop.deploy("web", "example.org/web:2", 200);
            shop.delete("batch");
            shop.awaitRolledOut("web", rig.toApi()::cutAll);
            shop.scale("web", 100);
            shop.deploy("batch", "example.org/batch:2", 40);
            shop.awaitRolledOut("batch", rig.toApi()::resetAll);

            untilEachLinkHasFailedInEachWay(rig, shop);
            rig.toApi().heal();
            rig.toHub().heal();
            rig.awaitWhole();
        }
    }

    /// Links that are slow and fail now and then, in every way; some watches end after a few events, some
    /// batches are lost on their way, some answers to them.
    private static void badWeather(SyncRig rig) {
        FaultProxy toApi = rig.toApi();
        toApi.when(anyWatch()).always().probability(0.2, 1).then(cut().after(bytes(50_000)));
        toApi.when(anyWatch())
                .always()
                .probability(0.2, 2)
                .then(reset().after(events(20).andHalf()));
        toApi.when(anyList()).always().probability(0.2, 3).then(respond(503));
        toApi.when(any()).always().then(latency(Duration.ofMillis(10)).and(bandwidth(2_000_000)));
        FaultProxy toHub = rig.toHub();
        toHub.when(any()).always().probability(0.1, 4).then(reset().after(answered()));
        toHub.when(any()).always().probability(0.1, 5).then(cut().after(requestBytes(200)));
        toHub.when(any()).always().probability(0.05, 6).then(respond(503));
        toHub.when(any())
                .always()
                .then(latency(Duration.ofMillis(20)).and(bandwidth(1_000_000).ofRequest()));
    }

    /// Faults affect random requests, so the cluster keeps changing until all faults have occurred.
    private static void untilEachLinkHasFailedInEachWay(SyncRig rig, Workload shop) {
        var replicas = new AtomicInteger(40);
        await("cuts and resets of both links")
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(700))
                .until(() -> {
                    boolean all = Stream.of(rig.toApi(), rig.toHub())
                            .allMatch(link -> struck(link, ExchangeOutcome.CUT) && struck(link, ExchangeOutcome.RESET));
                    if (!all) {
                        shop.scale("batch", replicas.incrementAndGet());
                        rig.toApi().cutAll();
                    }
                    return all;
                });
        shop.awaitRolledOut("batch", rig.toApi()::resetAll);
    }

    private static boolean struck(FaultProxy proxy, ExchangeOutcome outcome) {
        return proxy.requests().all().stream().anyMatch(seen -> seen.outcome() == outcome);
    }

    @Test
    void anAgentKilledInMidRolloutAndStartedAgainSendsOnlyWhatDiffers(ControlPlane plane) {
        Workload shop = Workload.in(plane, "agent-killed");
        shop.deploy("web", "example.org/web:1", 100);
        shop.awaitRolledOut("web", () -> {});
        try (SyncRig rig = SyncRig.start(plane, dir)) {
            rig.startAgent();
            rig.awaitWhole();
            String session = rig.about().path("session").asText();

            shop.scale("web", 250);
            await().atMost(PATIENCE)
                    .ignoreExceptionsMatching(AssertionError.class::isInstance)
                    .until(() -> rig.oracle().mirrored(shop.pods()).size() > 120);
            rig.agent().kill();
            rig.startAgent();
            rig.awaitConfirmedBySessionAfter(session);
            shop.awaitRolledOut("web", () -> {});
            rig.awaitWhole();

            Reconnect reconnect = reconnectWithoutAChange(rig);
            assertThat(reconnect.bytes())
                    .as("bytes of a reconnect without a change: digests, and no object")
                    .isLessThan(DIGESTS_OF_ALL_KINDS);
            assertThat(reconnect.repairs()).isZero();
            rig.awaitWhole();
        }
    }

    private record Reconnect(long bytes, long repairs) {}

    /// Kills the agent and starts it again. After a rollout, a controller may still make a late change: then
    /// this was not a reconnect without changes, and it is repeated.
    private static Reconnect reconnectWithoutAChange(SyncRig rig) {
        for (int attempt = 0; attempt < 20; attempt++) {
            rig.awaitWhole();
            Map<String, String> cluster = rig.oracle().truth(MirrorOracle.DEFAULT_KINDS);
            String session = rig.about().path("session").asText();
            long bytes = rig.sentBytes();
            long repairs = rig.about().at("/counts/repairs").asLong();
            rig.agent().kill();
            rig.startAgent();
            rig.awaitConfirmedBySessionAfter(session);
            var reconnect = new Reconnect(
                    rig.sentBytes() - bytes, rig.about().at("/counts/repairs").asLong() - repairs);
            if (rig.oracle().truth(MirrorOracle.DEFAULT_KINDS).equals(cluster)) {
                return reconnect;
            }
        }
        throw new AssertionError("the cluster does not come to rest");
    }

    @Test
    void aHubKilledInMidRolloutIsFilledAgainByTheAgentItself(ControlPlane plane) {
        Workload shop = Workload.in(plane, "hub-killed");
        try (SyncRig rig = SyncRig.start(plane, dir)) {
            rig.startAgent();
            shop.deploy("web", "example.org/web:1", 200);
            await().atMost(PATIENCE)
                    .ignoreExceptionsMatching(AssertionError.class::isInstance)
                    .until(() -> rig.oracle().mirrored(shop.pods()).size() > 30);
            rig.hub().kill();
            shop.scale("web", 150);
            rig.startHubAgain();
            shop.awaitRolledOut("web", () -> {});
            rig.awaitWhole();
            assertThat(rig.agent().said()).containsPattern("hub http://\\S+: reconnected");
        }
    }

    @Test
    void aCompactionWhileTheAgentIsCutOffLeavesNeitherGapsNorGhosts(ControlPlane plane) {
        Workload shop = Workload.in(plane, "compacted");
        shop.deploy("web", "example.org/web:1", 40);
        shop.kubectl("create", "configmap", "old", "--from-literal=key=value");
        shop.awaitRolledOut("web", () -> {});
        try (SyncRig rig = SyncRig.start(plane, dir)) {
            rig.startAgent();
            rig.awaitWhole();
            int listings = listings(rig, "configmaps");

            rig.toApi().refuseConnections();
            rig.toApi().cutAll();
            shop.delete("web");
            shop.kubectl("delete", "configmap", "old");
            shop.kubectl("create", "configmap", "new", "--from-literal=key=value");
            shop.deploy("api", "example.org/api:1", 40);
            shop.awaitRolledOut("api", () -> {});
            plane.compact();
            assertThat(rig.oracle().mirrored("/api/v1/namespaces/compacted/configmaps"))
                    .as("served all the while, as it was")
                    .containsKey("compacted/old")
                    .doesNotContainKey("compacted/new");

            rig.toApi().heal();
            rig.awaitWhole();
            assertThat(listings(rig, "configmaps"))
                    .as("the watch could not go on from before the compaction")
                    .isGreaterThan(listings);
        }
    }

    /// How often the agent has asked for all objects of a kind.
    private static int listings(SyncRig rig, String resource) {
        return rig.toApi()
                .requests()
                .matching(list(resource).or(watch(resource).query("sendInitialEvents", "true")))
                .size();
    }

    @Test
    void aCustomKindAppearsAndDisappearsWithItsDefinition(ControlPlane plane) {
        Workload shop = Workload.in(plane, "custom");
        try (SyncRig rig = SyncRig.start(plane, dir)) {
            rig.startAgent();
            rig.awaitWhole();
            plane.apply(WIDGET_DEFINITION).outOrThrow();
            shop.kubectl("wait", "crd/widgets.e2e.example.org", "--for=condition=Established", "--timeout=120s");
            plane.apply(widgets(1, 30)).outOrThrow();
            rig.awaitWhole(WIDGETS);
            assertThat(rig.oracle().mirrored(WIDGETS)).hasSize(30);

            plane.kubectl("delete", "crd", "widgets.e2e.example.org").outOrThrow();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(rig.get("/clusters/e2e" + WIDGETS)).contains("\"code\":404"));
            rig.awaitWhole();

            plane.apply(WIDGET_DEFINITION).outOrThrow();
            shop.kubectl("wait", "crd/widgets.e2e.example.org", "--for=condition=Established", "--timeout=120s");
            plane.apply(widgets(31, 32)).outOrThrow();
            rig.awaitWhole(WIDGETS);
            assertThat(rig.oracle().mirrored(WIDGETS)).containsOnlyKeys("custom/w31", "custom/w32");
        }
    }

    private static String widgets(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj("""
                apiVersion: e2e.example.org/v1
                kind: Widget
                metadata: {name: w%d, namespace: custom}
                spec: {size: 1.50, text: "<ä & \\u00e9>", empty: {}, list: [1, null, true]}
                """::formatted).collect(joining("---\n"));
    }

    @Test
    void ofSecretsOnlyNamesLeaveTheCluster(ControlPlane plane) throws Exception {
        Workload vault = Workload.in(plane, "vault");
        applySecret(vault, "hunter2-first");
        try (SyncRig rig = SyncRig.start(plane, dir);
                WireTap tap = WireTap.before(rig.toHub().endpoint().url())) {
            rig.startAgent(tap.url(), "--secrets", "metadata");
            rig.awaitWhole();
            String secrets = "/api/v1/namespaces/vault/secrets";
            String before = rig.oracle().mirrored(secrets).get("vault/database");
            applySecret(vault, "hunter2-second");
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(rig.oracle().mirrored(secrets).get("vault/database"))
                                    .isNotEqualTo(before)
                                    .contains("\"data\":{\"password\":\"\"}"));

            List<String> seen = new ArrayList<>(tap.objects());
            assertThat(seen)
                    .filteredOn(object -> object.contains("\"database\""))
                    .hasSizeGreaterThanOrEqualTo(2);
            tap.batches().forEach(batch -> seen.add(new String(batch, ISO_8859_1)));
            seen.add(rig.get("/clusters/e2e/api/v1/secrets"));
            seen.add(rig.get("/clusters/e2e" + secrets + "/database"));
            seen.add(rig.about().toString());
            seen.add(rig.hub().said());
            seen.add(rig.agent().said());
            for (String value : List.of("hunter2-first", "hunter2-second")) {
                String base64 = Base64.getEncoder().encodeToString(value.getBytes(UTF_8));
                assertThat(seen).noneSatisfy(text -> assertThat(text).containsAnyOf(value, base64));
            }
        }
    }

    /// On the client's side, so that kubectl leaves a copy of all in an annotation.
    private void applySecret(Workload vault, String password) throws IOException {
        Path file = Files.writeString(dir.resolve("secret.yaml"), """
                {apiVersion: v1, kind: Secret, metadata: {name: database}, stringData: {password: %s}}
                """.formatted(password));
        vault.kubectl("apply", "-f", file.toString());
    }

    @Test
    void aWrongTokenIsRefusedUntilItsFileIsCorrected(ControlPlane plane) {
        try (SyncRig rig = SyncRig.start(plane, dir)) {
            rig.replaceToken("not-the-token");
            rig.startAgent();
            rig.agent().awaitSaid("Unknown token");
            rig.hub().awaitSaid("e2e: rejected a poll from 127.0.0.1: Unknown token.");
            assertThat(rig.about().path("state").asText()).isEqualTo("disconnected");
            assertThat(rig.get("/clusters/e2e/api/v1/pods")).contains("\"code\":503");

            rig.replaceToken(SyncRig.TOKEN);
            rig.awaitWhole();
            assertThat(rig.agent().said() + rig.hub().said()).doesNotContain("not-the-token", SyncRig.TOKEN);
            assertThat(rig.agent().stop()).isZero();
            assertThat(rig.hub().stop()).isZero();
        }
    }
}
