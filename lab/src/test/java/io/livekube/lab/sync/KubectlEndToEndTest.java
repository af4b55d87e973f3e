package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// kubectl shows of a cluster the same through a hub as it shows of the API server.
@RealControlPlane(nodes = 2)
@Timeout(1800)
class KubectlEndToEndTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /// Watches that say nothing before something happens.
    private static final Pattern QUIET = Pattern.compile("-only|tier=a");

    private static final List<String> KINDS = List.of(
            "po",
            "svc",
            "deploy",
            "rs",
            "sts",
            "ds",
            "jobs",
            "cj",
            "ing",
            "cm",
            "ns",
            "no",
            "pv",
            "pvc",
            "hpa",
            "endpointslices",
            "events",
            "crd",
            "gd",
            "plains");

    @TempDir
    private Path dir = Path.of("");

    @Test
    void kubectlShowsTheSameThroughTheHubAsOnTheApiServer(ControlPlane plane) throws Exception {
        String namespace = KubectlScene.in(plane, "kubectl").namespace();
        try (ControlRig rig = ControlRig.start(plane, dir)) {
            rig.startAgent();
            KubectlSides sides = KubectlSides.of(plane, rig.kubernetes(), dir);
            assertThat(sides.hub("get", "gd", "-n", namespace, "-o", "name"))
                    .as("a custom kind is found although nothing is synced yet")
                    .contains("gadget.kubectl.example.org/full");
            rig.awaitWhole();

            var all = new SoftAssertions();
            for (String kind : KINDS) {
                equal(all, sides, KubectlSides::sortedWithoutAges, "get", kind, "-A");
                equal(all, sides, KubectlSides::sortedWithoutAges, "get", kind, "-A", "-o", "wide");
            }
            for (String outputs : List.of("json", "yaml", "name")) {
                equal(all, sides, said -> said, "get", "po,deploy,svc,gd", "-n", namespace, "-o", outputs);
                equal(all, sides, said -> said, "get", "pod", "up", "-n", namespace, "-o", outputs);
            }
            Stream.of(
                            "get all -n " + namespace,
                            "get po,deploy -n " + namespace + " --show-labels",
                            "get pod crashing -n " + namespace,
                            "get pod nobody -n " + namespace,
                            "get gd full -n " + namespace + " -o wide",
                            "get po -n " + namespace + " -l app=web,tier",
                            "get po -n " + namespace + " --sort-by=.metadata.uid",
                            "get no -o jsonpath={.items[*].metadata.name}",
                            "get cm -n " + namespace + " -o custom-columns=N:.metadata.name,D:.data",
                            "get no -L kubernetes.io/hostname --no-headers",
                            "get po -n nowhere",
                            "get po -n " + namespace + " --chunk-size=5",
                            "get po -n " + namespace + " --field-selector=status.phase=Running,metadata.name!=up",
                            "get po -n " + namespace + " --field-selector=spec.nonsense=1",
                            "get events -n " + namespace + " --field-selector=involvedObject.kind=Deployment",
                            "describe deploy web -n " + namespace,
                            "describe pod crashing -n " + namespace,
                            "describe gd full -n " + namespace,
                            "rollout status deploy/web -n " + namespace,
                            "wait --for=condition=Available deploy/web --timeout=9s -n " + namespace,
                            "wait --for=condition=Ready pod/up --timeout=9s -n " + namespace,
                            "wait --for=jsonpath={.status.phase}=Running pod/up --timeout=9s -n " + namespace,
                            "wait --for=delete pod/nobody --timeout=9s -n " + namespace,
                            "version")
                    .forEach(command -> equal(all, sides, KubectlSides::withoutAges, command.split(" ")));
            String node = sides.api("get", "no", "-o", "jsonpath={.items[0].metadata.name}");
            equal(all, sides, said -> withoutLease(KubectlSides.withoutAges(said)), "describe", "node", node);
            all.assertAll();
        }
    }

    /// Leases are not mirrored: they change every few seconds, and users rarely need them.
    private static String withoutLease(String node) {
        return node.replaceAll(
                "(?m)^(Lease:.*|  HolderIdentity:.*|  AcquireTime:.*|  RenewTime:.*|Failed to get lease.*)\\n", "");
    }

    @Test
    void kubectlWatchesTheSameThroughTheHubAsOnTheApiServer(ControlPlane plane) throws Exception {
        String namespace = "followed";
        plane.kubectl("create", "namespace", namespace).outOrThrow();
        plane.kubectl("create", "configmap", "one", "-n", namespace).outOrThrow();
        plane.kubectl("create", "configmap", "two", "-n", namespace).outOrThrow();
        plane.kubectl("wait", "--for=create", "cm/kube-root-ca.crt", "-n", namespace, "--timeout=120s")
                .outOrThrow();
        try (ControlRig rig = ControlRig.start(plane, dir)) {
            rig.startAgent();
            KubectlSides sides = KubectlSides.of(plane, rig.kubernetes(), dir);
            sides.hub("get", "cm");
            rig.awaitWhole();
            List<KubectlPair> watches = follow(
                    sides,
                    namespace,
                    "get cm -w",
                    "get cm one -w",
                    "get cm -w --output-watch-events",
                    "get cm --watch-only --output-watch-events -o json",
                    "get cm -w -o name",
                    "get cm -w -l tier=a --output-watch-events",
                    "get cm -w --field-selector=metadata.name=two");
            List<KubectlPair> waits = follow(
                    sides,
                    namespace,
                    "wait --for=delete cm/two --timeout=300s",
                    "wait --for=jsonpath={.data.key}=second cm/one --timeout=300s");
            try {
                watches.stream()
                        .filter(each -> !QUIET.matcher(each.command()).find())
                        .forEach(each -> each.awaitLines(1));
                awaitFollowing(plane, namespace, watches);
                KubectlPair list = watches.getFirst();
                for (String change : List.of(
                        "create configmap three --from-literal=key=first",
                        "label configmap three tier=a",
                        "patch configmap one -p {\"data\":{\"key\":\"second\"}}",
                        "label configmap three tier=b --overwrite",
                        "delete configmap two")) {
                    int seen = list.lines();
                    plane.kubectl((change + " -n " + namespace).split(" ")).outOrThrow();
                    list.awaitLines(seen + 1); // so that no two are coalesced
                }
                watches.forEach(KubectlPair::awaitEqual);
                assertThat(watches.get(2).hub()).contains("ADDED", "MODIFIED", "DELETED");
                waits.forEach(KubectlPair::awaitSuccess);
                assertThat(waits.getLast().hub()).isEqualTo("configmap/one condition met");
            } finally {
                watches.forEach(KubectlPair::close);
                waits.forEach(KubectlPair::close);
            }
        }
    }

    /// Waits until each watch is open, including those that are silent until something changes, by creating
    /// config maps that serve no other purpose.
    private static void awaitFollowing(ControlPlane plane, String namespace, List<KubectlPair> watches) {
        var number = new AtomicInteger();
        await("all watches follow")
                .atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    plane.apply("""
                            apiVersion: v1
                            kind: ConfigMap
                            metadata: {name: %s%d, namespace: %s, labels: {tier: a}}
                            """.formatted(KubectlPair.READY, number.incrementAndGet(), namespace))
                            .outOrThrow();
                    return watches.stream()
                            .filter(each -> QUIET.matcher(each.command()).find())
                            .allMatch(KubectlPair::follows);
                });
    }

    private static List<KubectlPair> follow(KubectlSides sides, String namespace, String... commands) {
        return Stream.of(commands)
                .map(command -> sides.follow((command + " -n " + namespace).split(" ")))
                .toList();
    }

    @Test
    void discoveryListsTheFollowedKindsAsTheApiServerDoes(ControlPlane plane) throws Exception {
        KubectlScene.in(plane, "discovery");
        try (ControlRig rig = ControlRig.start(plane, dir)) {
            rig.startAgent();
            KubectlSides sides = KubectlSides.of(plane, rig.kubernetes(), dir);
            sides.hub("get", "po");
            rig.awaitWhole();
            rig.putClockForward(Duration.ofSeconds(11)); // before that, the hub lists all kinds that might be followed

            List<List<String>> hub = KubectlSides.cells(sides.hub("api-resources"));
            assertThat(hub).hasSizeGreaterThan(MirrorOracle.DEFAULT_KINDS.size());
            assertThat(KubectlSides.cells(sides.api("api-resources"))).containsAll(hub);
            assertThat(sides.hub("api-resources", "-o", "wide"))
                    .contains("get,list,watch")
                    .doesNotContain("delete");
            assertThat(sides.hub("get", "secrets")).contains("doesn't have a resource type \"secrets\"");
            assertThat(sides.hub("delete", "pod", "up", "-n", "discovery")).contains("read-only mirror");
        }
    }

    private static void equal(SoftAssertions all, KubectlSides sides, UnaryOperator<String> view, String... arguments) {
        String command = "kubectl " + String.join(" ", arguments);
        all.assertThatCode(() -> await(command)
                        .atMost(PATIENCE)
                        .pollDelay(Duration.ZERO)
                        .untilAsserted(() -> assertThat(view.apply(sides.hub(arguments)))
                                .as(command)
                                .isEqualTo(view.apply(sides.api(arguments)))))
                .doesNotThrowAnyException();
    }
}
