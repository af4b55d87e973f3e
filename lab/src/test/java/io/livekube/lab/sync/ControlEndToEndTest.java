package io.livekube.lab.sync;

import static io.livekube.lab.sync.ControlRig.header;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.anyList;
import static io.livekube.testkit.fault.RequestMatcher.anyWatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.hub.cluster.ClusterEvent;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What readers see of a real cluster while sync is off, turns on, fails and recovers.
@RealControlPlane(nodes = 2)
@Timeout(1200)
class ControlEndToEndTest {
    /// Bytes for the names, states and digests of some 20 kinds; a snapshot has ten times as many.
    private static final long DIGESTS_OF_ALL_KINDS = 4_000;

    private static final String PODS = "/api/v1/pods";

    @TempDir
    private Path dir = Path.of("");

    @Test
    void theClusterGetsNoRequestsUntilTheFirstReadAndIsThenMirrored(ControlPlane plane) throws Exception {
        Workload shop = Workload.in(plane, "control-first-read");
        shop.deploy("web", "example.org/web:1", 10);
        try (ControlRig rig = ControlRig.start(plane, dir)) {
            rig.startAgent();
            assertThat(rig.cluster().activation().on()).isFalse();
            assertThat(rig.toApi().requests().matching(anyList().or(anyWatch())))
                    .isEmpty();
            assertThat(rig.toHub().requests().matching(ControlRig.BATCHES)).isEmpty();

            HttpResponse<String> first = rig.read(shop.pods());
            assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
            assertThat(header(first, "X-Livekube-Source")).isEqualTo("fetch");
            assertThat(header(first, "X-Livekube-State")).isEqualTo("fresh");
            assertThat(first.body()).contains("\"kind\":\"PodList\"");
            assertThat(rig.cluster().activation().on()).isTrue();

            shop.awaitRolledOut("web", () -> {});
            rig.awaitWhole();
        }
    }

    @Test
    void readsOfAClusterWithoutItsAgentAreMarkedAndItIsFreshAgainWithoutASnapshot(ControlPlane plane) throws Exception {
        Workload shop = Workload.in(plane, "control-agent-stopped");
        shop.deploy("web", "example.org/web:1", 20);
        shop.awaitRolledOut("web", () -> {});
        try (ControlRig rig = ControlRig.start(plane, dir)) {
            rig.startAgent();
            rig.read(PODS);
            rig.awaitWhole();
            long wholeSnapshot = rig.sentBytes();
            long repairs = rig.cluster().events().count(ClusterEvent.Type.REPAIR);

            rig.stopAgent();
            assertThat(header(rig.read(PODS), "X-Livekube-State")).isEqualTo("fresh");
            rig.putClockForward(Duration.ofSeconds(61));
            assertLastKnown(rig.read(shop.pods()), "stale", 61);
            rig.putClockForward(Duration.ofMinutes(4));
            assertLastKnown(rig.read(shop.pods()), "disconnected", 301);

            long before = rig.sentBytes();
            rig.startAgent();
            await("fresh from the mirror again").atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
                HttpResponse<String> read = rig.read(PODS);
                assertThat(header(read, "X-Livekube-State")).isEqualTo("fresh");
                assertThat(header(read, "X-Livekube-Source")).isEqualTo("mirror");
            });
            rig.awaitWhole();
            assertThat(rig.cluster().events().count(ClusterEvent.Type.REPAIR) - repairs)
                    .as("only what changed meanwhile, such as events and leases of nodes, may be sent again")
                    .isLessThan(5);
            assertThat(rig.sentBytes() - before).isLessThan(DIGESTS_OF_ALL_KINDS + wholeSnapshot / 4);
        }
    }

    private static void assertLastKnown(HttpResponse<String> read, String state, int seconds) {
        assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
        assertThat(header(read, "X-Livekube-State")).isEqualTo(state);
        assertThat(header(read, "X-Livekube-Source")).isEqualTo("mirror");
        assertThat(Long.parseLong(header(read, "X-Livekube-Age-Ms"))).isGreaterThanOrEqualTo(seconds * 1_000L);
        assertThat(header(read, "Warning")).contains(state).contains("agent");
        assertThat(read.body()).contains("\"name\":\"web-");
    }

    @Test
    void aClusterWhoseBatchesDoNotArriveIsReadByFetches(ControlPlane plane) throws Exception {
        Workload shop = Workload.in(plane, "control-no-push");
        try (ControlRig rig = ControlRig.start(plane, dir)) {
            rig.startAgent();
            rig.read(PODS);
            rig.awaitWhole();

            rig.toHub().when(ControlRig.BATCHES).always().then(respond(503));
            shop.deploy("late", "example.org/late:1", 3);
            shop.awaitRolledOut("late", () -> {});
            rig.putClockForward(Duration.ofSeconds(61));
            HttpResponse<String> read = rig.read(shop.pods());
            assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
            assertThat(header(read, "X-Livekube-Source")).isEqualTo("fetch");
            assertThat(header(read, "X-Livekube-State")).isEqualTo("fresh");
            assertThat(read.body()).contains("\"name\":\"late-");

            rig.toHub().heal();
            await("the mirror is fresh again")
                    .atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertThat(header(rig.read(shop.pods()), "X-Livekube-Source"))
                            .isEqualTo("mirror"));
            rig.awaitWhole();
        }
    }
}
