package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// kubectl shows of a cluster the same through a hub as it shows of the API server.
@RealControlPlane(nodes = 2)
@Timeout(400)
class KubectlEndToEndTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

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
    void kubectlSeesThroughTheHubWhatItSeesOnTheApiServer(ControlPlane plane) throws Exception {
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
                            "version")
                    .forEach(command -> equal(all, sides, KubectlSides::withoutAges, command.split(" ")));
            all.assertAll();
        }
    }

    @Test
    void discoveryNamesTheFollowedKindsAsTheApiServerDoes(ControlPlane plane) throws Exception {
        KubectlScene.in(plane, "discovery");
        try (ControlRig rig = ControlRig.start(plane, dir)) {
            rig.startAgent();
            KubectlSides sides = KubectlSides.of(plane, rig.kubernetes(), dir);
            sides.hub("get", "po");
            rig.awaitWhole();
            rig.putClockForward(Duration.ofSeconds(11)); // until then the hub names all that might be followed

            List<List<String>> hub = KubectlSides.cells(sides.hub("api-resources"));
            assertThat(hub).hasSizeGreaterThan(MirrorOracle.DEFAULT_KINDS.size());
            assertThat(KubectlSides.cells(sides.api("api-resources"))).containsAll(hub);
            assertThat(sides.hub("api-resources", "-o", "wide"))
                    .contains("get,list")
                    .doesNotContain("create");
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
