package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.agent.sync.Uplink;
import io.livekube.agent.sync.UplinkAction;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.hub.ingest.Ingest;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.hub.ingest.SnapshotSlots;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Many agents connecting to one hub, on a simulated clock.
@Tag("slow")
final class StampedeTest {
    private static final int AGENTS = 1_000;
    private static final int SLOTS = 8;
    private static final Duration TICK = Duration.ofMillis(20);

    private final SplittableRandom random = new SplittableRandom(1);
    private final List<Member> members = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private SnapshotSlots slots = newSlots();
    private int mostAtOnce;
    private long posts;

    private static final class Member {
        final SimulatedCluster cluster;
        final Uplink uplink;
        Ingest ingest;

        Member(SimulatedCluster cluster, Uplink uplink, Ingest ingest) {
            this.cluster = cluster;
            this.uplink = uplink;
            this.ingest = ingest;
        }

        boolean whole() {
            List<KindMirror> kinds = ingest.mirror().kinds();
            return kinds.size() == SimulatedCluster.KINDS.size()
                    && kinds.stream().allMatch(KindMirror::synced);
        }
    }

    @Test
    void restartedHubAdmitsAThousandAgentsAFewAtATimeAndIsCompleteWithinTwoMinutes() {
        for (int i = 0; i < AGENTS; i++) {
            SimulatedCluster cluster = new SimulatedCluster(random.split(), 6);
            for (int change = 0; change < 6; change++) {
                cluster.change();
            }
            cluster.syncAll();
            Uplink uplink = new Uplink(
                    UplinkConfig.defaults().withSizes(1024, 2),
                    new SessionId(i, 1),
                    new Part.Hello("test", "", ""),
                    random.split());
            members.add(new Member(cluster, uplink, newIngest(i)));
        }
        untilWhole(Duration.ofMinutes(2));

        slots = newSlots();
        for (int i = 0; i < AGENTS; i++) {
            members.get(i).ingest = newIngest(i);
        }
        mostAtOnce = 0;
        posts = 0;
        untilWhole(Duration.ofMinutes(2));

        assertThat(mostAtOnce)
                .as("clusters that sent snapshots at the same time")
                .isEqualTo(SLOTS);
        assertThat(posts).as("posts of all agents until everything was back").isLessThan(AGENTS * 60L);
    }

    private void untilWhole(Duration limit) {
        Instant deadline = now.plus(limit);
        while (members.stream().anyMatch(member -> !member.whole())) {
            assertThat(now).as("all are back").isBefore(deadline);
            now = now.plus(TICK);
            for (Member member : members) {
                talk(member);
            }
            mostAtOnce = Math.max(mostAtOnce, slots.taken());
        }
    }

    private void talk(Member member) {
        if (member.uplink.next(member.cluster.sources(), now) instanceof UplinkAction.Post post) {
            posts++;
            long hash = posts;
            member.uplink.answered(
                    member.ingest
                            .admit(post.batch().session(), post.batch().sequence(), hash, now)
                            .orElseGet(() -> member.ingest.take(post.batch(), hash, now)),
                    now);
        }
    }

    private SnapshotSlots newSlots() {
        return new SnapshotSlots(SLOTS, Duration.ofSeconds(30), random.split());
    }

    private Ingest newIngest(int number) {
        return new Ingest(IngestConfig.defaults(), new ClusterMirror("cluster-" + number), slots);
    }
}
