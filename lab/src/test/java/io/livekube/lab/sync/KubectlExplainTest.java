package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A hub answers kubectl's questions about the server like the API server itself: schemas, versions
/// and permissions.
@RealControlPlane
@Timeout(1200)
class KubectlExplainTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final List<String> EQUAL = List.of(
            "explain pod.spec",
            "explain deployments --recursive",
            "explain pod.spec.containers.image --output=plaintext-openapiv2",
            "explain nothing",
            "get --raw /openapi/v3/apis/apps/v1",
            "create --dry-run=client --validate=false -o name deployment web --image=x",
            "auth can-i list pods",
            "auth can-i watch deployments.apps --all-namespaces");

    @TempDir
    private Path dir = Path.of("");

    @Test
    void kubectlExplainsThroughTheHubAsOnTheApiServer(ControlPlane plane) throws Exception {
        try (ControlRig rig = ControlRig.start(plane, dir)) {
            rig.startAgent();
            KubectlSides sides = KubectlSides.of(plane, rig.kubernetes(), dir);
            sides.hub("get", "po");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(sides.hub("version")).contains("Server Version: v1."));

            var all = new SoftAssertions();
            for (String command : EQUAL) {
                String[] arguments = command.split(" ");
                all.assertThat(sides.hub(arguments)).as(command).isEqualTo(sides.api(arguments));
            }
            all.assertThat(sides.hub("auth", "can-i", "delete", "pods")).startsWith("no - this is a read-only mirror");
            all.assertThat(sides.hub("auth", "can-i", "--list")).contains("pods", "[get list watch]", "/openapi/*");
            all.assertThat(sides.hub("auth", "whoami")).contains("livekube:reader");
            all.assertThat(sides.hub("delete", "pod", "nobody"))
                    .contains("This is a read-only mirror of cluster e2e: send DELETE to its API server, "
                            + rig.toApi().endpoint().url());
            all.assertAll();

            rig.stopAgent();
            rig.putClockForward(Duration.ofHours(1));
            assertThat(sides.hub("explain", "pod.spec"))
                    .as("cached documents are served without the agent")
                    .contains("FIELD: spec <PodSpec>", "FIELDS:");
        }
    }
}
