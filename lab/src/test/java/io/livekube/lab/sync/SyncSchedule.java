package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.agent.sync.Uplink;
import io.livekube.agent.sync.UplinkAction;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.agent.sync.UplinkStats;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.ingest.Ingest;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.hub.ingest.IngestStats;
import io.livekube.hub.ingest.SnapshotSlots;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A seeded run of the protocol cores of agent and hub over a network that loses, repeats, delays and reorders
/// messages, while either end may crash. The same seed gives the same run.
final class SyncSchedule {
    private static final Part.Hello HELLO = new Part.Hello("test", "v1.36", "uid");
    private static final int QUIET_STEPS = 400;

    private final long seed;
    private final SplittableRandom random;
    private final SimulatedCluster cluster;
    private final boolean smallBatches;
    private final Wire wire;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Uplink uplink;
    private ClusterMirror mirror = new ClusterMirror("c");
    private Ingest ingest;
    private @Nullable Sent inFlight;
    private final List<Sent> stray = new ArrayList<>();
    private boolean faults = true;
    private boolean leaveOut;

    /// A batch as sent.
    private record Sent(Batch batch, Wire.Message message) {}

    SyncSchedule(long seed, boolean encoded) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.cluster = new SimulatedCluster(random.split(), 4 + random.nextInt(60));
        this.smallBatches = random.nextBoolean();
        this.wire = encoded ? new EncodedWire() : new PlainWire();
        this.uplink = newUplink();
        this.ingest = newIngest();
    }

    UplinkStats uplinkStats() {
        return uplink.stats();
    }

    IngestStats ingestStats() {
        return ingest.stats();
    }

    /// A run without faults, driven by the test.
    static SyncSchedule quiet(long seed) {
        SyncSchedule schedule = new SyncSchedule(seed, false);
        schedule.faults = false;
        schedule.cluster.syncAll();
        return schedule;
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
            checkOnlyProvedStatesAreServed();
        }
        faults = false;
        stray.clear();
        cluster.syncAll();
        settle();
        checkEqual();
    }

    void change(int times) {
        for (int i = 0; i < times; i++) {
            cluster.change();
        }
    }

    /// Lets both ends exchange messages until they agree, or should have.
    void settle() {
        for (int i = 0; i < QUIET_STEPS && !equal(); i++) {
            now = now.plusSeconds(1);
            agent();
        }
    }

    void heartbeat() {
        now = now.plus(UplinkConfig.defaults().heartbeat());
        agent();
    }

    /// Makes the next delta with several edits arrive without its first one.
    void dropOneEdit() {
        leaveOut = true;
    }

    KindMirror anyKindWithObjects() {
        return mirror.kinds().stream()
                .filter(kind -> kind.store().size() > 0)
                .findFirst()
                .orElseThrow();
    }

    private void step() {
        now = now.plusMillis(random.nextInt(40));
        int what = random.nextInt(100);
        if (what < 1) {
            crashAgent();
        } else if (what < 2) {
            crashHub();
        } else if (what < 5) {
            deliverStray();
        } else if (what < 7) {
            now = now.plusSeconds(random.nextInt(40));
        } else if (what < 15) {
            cluster.syncOne();
        } else if (what < 45) {
            cluster.change();
        } else {
            agent();
        }
    }

    private void agent() {
        switch (uplink.next(cluster.sources(), now)) {
            case UplinkAction.Post post -> {
                inFlight = new Sent(post.batch(), wire.encode(post));
                transmit(inFlight);
            }
            case UplinkAction.Repeat _ -> {
                if (inFlight != null) {
                    transmit(inFlight);
                }
            }
            case UplinkAction.Wait wait -> {
                if (!faults && wait.until().isAfter(now)) {
                    now = wait.until();
                }
            }
        }
    }

    private void transmit(Sent sent) {
        int fate = faults ? random.nextInt(10) : 9;
        if (fate == 0) {
            stray.add(sent); // arrives much later, or never
            uplink.failed(Optional.empty(), now);
            return;
        }
        if (fate == 1) {
            stray.add(sent); // arrives now and again later
        }
        Answer answer = hub(sent);
        if (fate == 2) {
            uplink.failed(Optional.empty(), now);
        } else {
            uplink.answered(answer, now);
        }
    }

    private Answer hub(Sent sent) {
        Batch batch = sent.batch();
        if (leaveOut && batch.parts().stream().anyMatch(SyncSchedule::hasEdits)) {
            leaveOut = false;
            List<Part> parts =
                    batch.parts().stream().map(SyncSchedule::withoutFirstEdit).toList();
            return ingest.take(new Batch(batch.session(), batch.sequence(), parts), 0, now);
        }
        return ingest.admit(batch.session(), batch.sequence(), sent.message().hash(), now)
                .orElseGet(() -> wire.deliver(sent.message(), ingest, now));
    }

    private static boolean hasEdits(Part part) {
        return part instanceof Part.Delta;
    }

    private static Part withoutFirstEdit(Part part) {
        return part instanceof Part.Delta delta
                ? new Part.Delta(
                        delta.resource(),
                        delta.edits().subList(1, delta.edits().size()),
                        delta.version(),
                        delta.digest())
                : part;
    }

    private void deliverStray() {
        if (!stray.isEmpty()) {
            hub(stray.remove(random.nextInt(stray.size())));
        }
    }

    private void crashAgent() {
        cluster.restartAgent();
        uplink = newUplink();
        inFlight = null;
    }

    private void crashHub() {
        mirror = new ClusterMirror("c");
        ingest = newIngest();
    }

    private Uplink newUplink() {
        UplinkConfig config = UplinkConfig.defaults();
        if (smallBatches) {
            config = config.withSizes(1024, 1 + random.nextInt(8));
        }
        return new Uplink(config, new SessionId(random.nextLong(), 1), HELLO, random.split());
    }

    private Ingest newIngest() {
        return new Ingest(
                new IngestConfig(5, Duration.ofMinutes(1), Duration.ofSeconds(30), 10, 10_000, Duration.ofMinutes(5)),
                mirror,
                new SnapshotSlots(1, Duration.ofSeconds(30), random.split()));
    }

    private void checkOnlyProvedStatesAreServed() {
        if (smallBatches) {
            return; // a partially applied delta is a state that the server never had
        }
        for (KindMirror kind : mirror.kinds()) {
            if (!cluster.everHad(kind.resource(), kind.store().digest().total())) {
                throw new AssertionError(
                        "the hub serves a state of %s that the cluster never had".formatted(kind.resource()));
            }
        }
    }

    private boolean equal() {
        return SimulatedCluster.KINDS.stream().allMatch(kind -> {
            Resource resource = kind.resource();
            Optional<KindMirror> held = mirror.kind(resource);
            return held.isPresent()
                    && held.get().synced()
                    && held.get()
                            .store()
                            .digest()
                            .equals(cluster.server(resource).digest());
        });
    }

    void checkEqual() {
        for (Part.Kind kind : SimulatedCluster.KINDS) {
            Resource resource = kind.resource();
            KindMirror held =
                    mirror.kind(resource).orElseThrow(() -> new AssertionError("seed " + seed + ": no " + kind));
            assertThat(held.synced())
                    .as("seed %d: %s is synced", seed, resource)
                    .isTrue();
            assertThat(contents(held.store().snapshot()))
                    .as("seed %d: %s", seed, resource)
                    .isEqualTo(contents(cluster.server(resource)));
        }
    }

    private static List<String> contents(Snapshot snapshot) {
        return snapshot.list().stream().map(SyncSchedule::describe).toList();
    }

    private static String describe(KubeObject object) {
        return object + " " + new String(object.content(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
