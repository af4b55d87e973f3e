package io.livekube.lab.wire;

import io.livekube.agent.sync.Uplink;
import io.livekube.agent.sync.UplinkAction;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/// The benchmark `wire`: bytes on the wire for the same churn, as our deltas and as gzipped whole objects.
///
/// Nothing is timed: the clock is simulated, with a round trip of 5 ms, so the figures are the same on every
/// machine. The hub's core applies every batch, and must hold the same objects as the agent before a figure
/// counts. HTTP headers are not counted on either side.
public final class WireBenchmark implements Benchmark {
    private static final Duration ROUND_TRIP = Duration.ofMillis(5);
    private static final Duration SEED_INTERVAL = Duration.ofSeconds(3);

    @Override
    public String name() {
        return "wire";
    }

    @Override
    public String question() {
        return "how many bytes does a change cost, a snapshot, a reconnect?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("pods", "pods of the churning cluster", 10_000, 500),
                Option.of("rate", "changes per second", 500, 100),
                Option.of("seconds", "how long, on the simulated clock", 60, 6),
                Option.of(
                        "reconnect-pods",
                        "pods of the cluster that reconnects; 23,000 make 50,000 objects",
                        23_000,
                        500));
    }

    @Override
    public void run(Run run) throws Exception {
        churn(run);
        reconnect(run);
    }

    private static void churn(Run run) throws Exception {
        int rate = run.options().number("rate");
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        var caches = new ClusterCaches(run.options().number("pods"), rate, now);
        var hub = new CountingHub();
        var uplink = uplink(1);
        now = settle(caches, uplink, hub, now);
        hub.takeBytes();
        hub.takeBatches();
        run.progress(caches.objects() + " objects synced; churning");

        var sameBatches = new WholeObjectBatches();
        var seedBatches = new WholeObjectBatches();
        long changesBefore = caches.changes();
        Instant end = now.plusSeconds(run.options().number("seconds"));
        Instant nextSeedBatch = now.plus(SEED_INTERVAL);
        double due = 0;
        while (now.isBefore(end)) {
            now = now.plusMillis(1);
            for (due += rate / 1e3; due >= 1; ) {
                due -= Math.max(1, caches.churn(now));
            }
            if (uplink.next(caches.sources(), now) instanceof UplinkAction.Post post) {
                gather(post, sameBatches, seedBatches);
                sameBatches.flush();
                now = now.plus(ROUND_TRIP);
                due += rate * ROUND_TRIP.toMillis() / 1e3;
                hub.post(uplink, post, now);
            }
            if (!now.isBefore(nextSeedBatch)) {
                seedBatches.flush();
                nextSeedBatch = nextSeedBatch.plus(SEED_INTERVAL);
            }
        }
        seedBatches.flush();
        settle(caches, uplink, hub, now);
        hub.requireEqual(caches.stores());

        Results results = run.results();
        double changes = caches.changes() - changesBefore;
        double ours = hub.takeBytes();
        results.record("bytes_per_change", "livekube", ours / changes);
        results.record("bytes_per_change", "gzip_objects", sameBatches.bytes() / changes);
        results.record("bytes_per_change", "gzip_objects_every_3s", seedBatches.bytes() / changes);
        results.figure("delta_bytes_vs_gzip_objects", ours / sameBatches.bytes());
        results.figure("delta_bytes_vs_gzip_objects_every_3s", ours / seedBatches.bytes());
        results.figure("changes_per_batch", changes / hub.takeBatches());
    }

    private static void gather(UplinkAction.Post post, WholeObjectBatches... all) {
        for (Part part : post.batch().parts()) {
            if (part instanceof Part.Delta delta) {
                for (WholeObjectBatches each : all) {
                    delta.edits().forEach(edit -> each.add(delta.resource(), edit));
                }
            }
        }
    }

    private static void reconnect(Run run) throws Exception {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        var caches = new ClusterCaches(run.options().number("reconnect-pods"), 1, now);
        var hub = new CountingHub();
        now = settle(caches, uplink(1), hub, now);
        hub.requireEqual(caches.stores());
        long snapshot = hub.takeBytes();
        settle(caches, uplink(2), hub, now);
        hub.requireEqual(caches.stores());
        long reconnect = hub.takeBytes();

        Results results = run.results();
        results.figure("reconnect_objects", caches.objects());
        results.figure("snapshot_bytes", (double) snapshot);
        results.figure("largest_batch_bytes", hub.largest());
        results.figure("reconnect_bytes", (double) reconnect);
        results.figure("reconnect_bytes_vs_snapshot", (double) reconnect / snapshot);
    }

    private static Uplink uplink(long instance) {
        return new Uplink(
                UplinkConfig.defaults(),
                new SessionId(instance, 1),
                new Part.Hello("bench", "", ""),
                new SplittableRandom(instance));
    }

    /// Posts until there is nothing left to say; returns the time then.
    private static Instant settle(ClusterCaches caches, Uplink uplink, CountingHub hub, Instant from) throws Exception {
        Instant now = from;
        int quiet = 0;
        while (quiet < 2) {
            now = now.plus(UplinkConfig.defaults().minInterval());
            if (uplink.next(caches.sources(), now) instanceof UplinkAction.Post post) {
                hub.post(uplink, post, now);
                quiet = 0;
            } else {
                quiet++;
            }
        }
        return now;
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(new PlotPanel("bytes per change", "bytes_per_change", "bytes"));
    }
}
