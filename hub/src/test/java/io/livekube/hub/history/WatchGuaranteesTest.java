package io.livekube.hub.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.core.store.Draft;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Etcd's guarantees for watches hold for the log whatever the input: batches that coalesce, relists that saw
/// no deletions, objects re-created under their names, other histories, and watchers that join, lag, resume,
/// and list past the mirror.
class WatchGuaranteesTest {
    private static final int SCHEDULES = 400;
    private static final Resource PODS = Resource.core("v1", "pods");

    /// The API server: every write gets the next version.
    private static final class Upstream {
        private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
        private final Map<String, KubeObject> objects = new TreeMap<>();
        private final Map<ObjectKey, Long> deletions = new HashMap<>();
        private long version = 100_000;
        private int uids;

        private void step(SplittableRandom random) {
            String name = "pod-" + random.nextInt(12);
            version += 1 + random.nextInt(3); // other kinds take versions, too
            KubeObject old = objects.get(name);
            if (old != null && random.nextInt(3) == 0) {
                objects.remove(name);
                deletions.put(old.key(), version);
            } else {
                String uid = old == null ? "u" + ++uids : old.uid().toString();
                objects.put(name, object(name, uid));
            }
        }

        private KubeObject object(String name, String uid) {
            byte[] json = """
                    {"metadata":{"namespace":"default","name":"%s","uid":"%s","resourceVersion":"%d"}}""".formatted(name, uid, version).getBytes(StandardCharsets.UTF_8);
            try {
                return format.decode(json, 0, json.length);
            } catch (MalformedObjectException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// A client: what it knows from the events it received.
    private static final class Watcher {
        private final Map<ObjectKey, KubeObject> known = new HashMap<>();
        private long seen;
        private OptionalLong position = OptionalLong.empty();
        private Optional<Snapshot> fetched = Optional.empty();

        /// Whether it was disconnected on its way to a state; some of what it knows is then sent again.
        private boolean between;

        /// Lists from the server itself, while the mirror is behind or ahead of it.
        private void fetch(Upstream upstream) {
            Snapshot list = Snapshot.EMPTY
                    .draft(upstream.objects.values(), upstream.version)
                    .snapshot();
            hold(list);
            between = false;
            position = OptionalLong.empty();
            fetched = Optional.of(list);
        }

        /// Continues from such a list, possibly disconnected while it receives the changes since; false if it
        /// can't.
        private boolean catchUp(Snapshot present, ChangeLog log, SplittableRandom random) {
            Snapshot list = fetched.orElseThrow();
            Optional<List<LogEntry>> missed = StateDifference.between(list, present, "");
            missed.ifPresent(entries -> {
                List<LogEntry> events = new ArrayList<>(entries);
                events.sort(Comparator.comparing(entry -> entry.type() != LogEntry.Type.DELETED));
                int received = random.nextBoolean() ? events.size() : random.nextInt(events.size() + 1);
                for (LogEntry entry : events.subList(0, received)) {
                    if (entry.type() == LogEntry.Type.DELETED) {
                        known.remove(entry.object().key());
                    } else {
                        receive(entry);
                    }
                }
                between = received < events.size();
                if (!between) {
                    seen = present.resourceVersion();
                }
                if (!between || seen != list.resourceVersion()) { // otherwise the list is what it knows
                    position = log.positionAfter(seen);
                    fetched = Optional.empty();
                }
            });
            return missed.isPresent();
        }

        private void hold(Snapshot state) {
            known.clear();
            state.list().forEach(object -> known.put(object.key(), object));
            seen = state.resourceVersion();
        }

        private void list(Snapshot state, ChangeLog log) {
            hold(state);
            fetched = Optional.empty();
            between = false;
            position = log.positionAfter(seen);
            assertThat(position)
                    .as("a client that has just listed can continue")
                    .isPresent();
        }

        private void receive(LogEntry entry) {
            assertThat(Long.compareUnsigned(entry.version(), seen))
                    .as("ordered, unique")
                    .isPositive();
            seen = entry.version();
            ObjectKey key = entry.object().key();
            Optional<KubeObject> before = Optional.ofNullable(known.get(key));
            if (between) {
                if (entry.type() == LogEntry.Type.DELETED) {
                    known.remove(key);
                } else {
                    known.put(key, entry.object());
                }
                return;
            }
            switch (entry.type()) {
                case ADDED -> {
                    assertThat(before)
                            .as("an object is added where there is none")
                            .isEmpty();
                    known.put(key, entry.object());
                }
                case MODIFIED -> {
                    assertThat(before).as("the previous state").isPresent();
                    assertThat(entry.previous().orElseThrow().resourceVersion())
                            .isEqualTo(before.orElseThrow().resourceVersion());
                    assertThat(entry.object().sameUid(before.orElseThrow())).isTrue();
                    known.put(key, entry.object());
                }
                case DELETED -> {
                    assertThat(before).as("a deleted object existed").isPresent();
                    assertThat(entry.object().resourceVersion())
                            .isEqualTo(before.orElseThrow().resourceVersion());
                    known.remove(key);
                }
            }
        }

        /// Returns false if events were missed.
        private boolean read(ChangeLog log, int most) {
            Optional<ChangeLog.Slice> stretch =
                    position.isEmpty() ? Optional.empty() : log.read(position.getAsLong(), most);
            if (stretch.isEmpty()) {
                return false;
            }
            for (LogEntry entry : stretch.get().entries()) {
                if (Long.compareUnsigned(entry.version(), seen) > 0) {
                    receive(entry);
                } else if (Long.compareUnsigned(entry.by(), seen) > 0) {
                    assertThat(entry.type())
                            .as("only deletions may be repeated")
                            .isEqualTo(LogEntry.Type.DELETED);
                    assertThat(known.get(entry.object().key()))
                            .as("it received the event before")
                            .isNull();
                }
            }
            position = OptionalLong.of(stretch.get().next());
            stretch.get().version().ifPresent(version -> {
                assertThat(Long.compareUnsigned(version, seen))
                        .as("a bookmark never goes backwards")
                        .isNotNegative();
                seen = version;
            });
            return true;
        }
    }

    @ParameterizedTest(name = "seeds from {0}")
    @ValueSource(longs = {0, 1_000_000, 2_000_000, 3_000_000, 4_000_000})
    void everyWatcherReachesTheStateOfTheServer(long firstSeed) {
        for (long seed = firstSeed; seed < firstSeed + SCHEDULES; seed++) {
            try {
                run(new SplittableRandom(seed));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private static void run(SplittableRandom random) {
        var upstream = new Upstream();
        var store = new Store("test");
        var log = new ChangeLog(random.nextInt(3_000, 50_000), Duration.ofSeconds(90));
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        store.publish(store.snapshot().draft(List.of(), upstream.version));
        log.reset(upstream.version);
        List<Watcher> watchers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            var watcher = new Watcher();
            watcher.list(store.snapshot(), log);
            watchers.add(watcher);
        }
        for (int round = 0; round < 60; round++) {
            int writes = random.nextInt(4) == 0 ? 0 : random.nextInt(6);
            for (int i = 0; i < writes; i++) {
                upstream.step(random);
                if (random.nextInt(6) == 0) {
                    watchers.get(random.nextInt(watchers.size())).fetch(upstream);
                }
            }
            now = now.plusMillis(random.nextInt(4_000));
            if (random.nextInt(40) == 0) {
                upstream.version -= 500; // a backup was restored: another history under the same name
                upstream.objects.replaceAll(
                        (name, object) -> upstream.object(name, object.uid().toString()));
                // What was known of the other history is worthless: versions can't distinguish the two.
                watchers.forEach(watcher -> {
                    watcher.seen = 0;
                    watcher.fetched = Optional.empty();
                });
            }
            publish(upstream, store, log, random.nextInt(5) == 0, now);
            Watcher one = watchers.get(random.nextInt(watchers.size()));
            if (one.fetched.isPresent()) {
                if (random.nextBoolean() && !one.catchUp(store.snapshot(), log, random)) {
                    one.list(store.snapshot(), log);
                }
                continue;
            }
            switch (random.nextInt(4)) {
                case 0 -> {} // it lags
                case 1 -> { // it reconnects with what it knows
                    one.position = log.positionAfter(one.seen);
                    if (one.position.isEmpty()) {
                        one.list(store.snapshot(), log);
                    }
                }
                default -> {
                    if (!one.read(log, 1 + random.nextInt(5))) {
                        one.list(store.snapshot(), log);
                    }
                }
            }
        }
        for (Watcher watcher : watchers) {
            while (watcher.fetched.isPresent()) {
                if (!watcher.catchUp(store.snapshot(), log, random)) {
                    watcher.list(store.snapshot(), log);
                }
            }
            while (watcher.position.isEmpty() || log.ahead(watcher.position.getAsLong()) != ChangeLog.Ahead.NOTHING) {
                if (!watcher.read(log, 3)) {
                    watcher.list(store.snapshot(), log);
                }
            }
            assertThat(watcher.known.values())
                    .extracting(KubeObject::toString)
                    .containsExactlyInAnyOrderElementsOf(upstream.objects.values().stream()
                            .map(KubeObject::toString)
                            .toList());
        }
    }

    /// What an agent would push: the difference, with the versions of deletions or, after a relist, without.
    private static void publish(Upstream upstream, Store store, ChangeLog log, boolean relist, Instant now) {
        Draft next = store.snapshot().draft(upstream.objects.values(), upstream.version);
        List<Change> changes = store.publish(next);
        Map<ObjectKey, Long> deletions = relist ? Map.of() : Map.copyOf(upstream.deletions);
        upstream.deletions.clear();
        log.append(changes, deletions, store.resourceVersion(), now);
    }
}
