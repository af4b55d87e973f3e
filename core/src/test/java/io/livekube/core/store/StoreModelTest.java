package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Random histories of a store against a plain sorted map. A failure names its seed, which replays it.
final class StoreModelTest {
    /// Several values, none, duplicates, and two of the same hash.
    private static final IndexFunction TAGS = object ->
            object.labels().get("tags").map(tags -> List.of(tags.split("-"))).orElse(List.of());

    private static final List<String> TAG_VALUES = List.of("Aa", "BB", "x", "y", "0");

    private final TestingPods pods = new TestingPods();

    @Test
    void thousandsOfShortHistoriesAgreeWithTheModelAfterEveryStep() {
        for (int seed = 0; seed < 2_000; seed++) {
            History history = new History(seed, 30);
            for (int step = 0; step < 40; step++) {
                history.step();
                history.check();
            }
            history.checkThePast();
        }
    }

    @Test
    void longHistoriesThatGrowAndShrinkAgreeWithTheModel() {
        for (int seed = 0; seed < 3; seed++) {
            History history = new History(10_000 + seed, 4_000);
            history.relist(0.9);
            for (int step = 1; step <= 24_000; step++) {
                // Phases: grow, then shrink almost to nothing, so that nodes split and merge at all levels.
                history.step(step / 6_000 % 2 == 0 ? 0.2 : 0.9);
                if (step % 1_000 == 0) {
                    history.check();
                }
            }
            history.checkThePast();
        }
    }

    private final class History {
        private final int seed;
        private final Random random;
        private final int keys;
        private final Store store = new Store("pods");
        private final TreeMap<ObjectKey, KubeObject> model = new TreeMap<>();
        private final TreeMap<ObjectKey, KubeObject> told = new TreeMap<>();
        private final List<Map.Entry<Snapshot, List<KubeObject>>> past = new ArrayList<>();
        private long version = 1;

        History(int seed, int keys) {
            this.seed = seed;
            this.random = new Random(seed);
            this.keys = keys;
            store.addIndex("tags", TAGS);
            store.addIndex("node", IndexFunction.nodeName());
        }

        void step() {
            int dice = random.nextInt(100);
            if (dice < 4) {
                relist(random.nextDouble());
            } else if (dice < 6) {
                store.removeIndex("tags");
                store.addIndex("tags", TAGS);
            } else if (dice < 8) {
                store.bookmark(++version);
            } else if (dice < 14) {
                duplicate();
            } else {
                step(0.4);
            }
        }

        void step(double removals) {
            ObjectKey key = key();
            if (random.nextDouble() < removals) {
                // Mostly an existing one, so that something is removed.
                ObjectKey next = model.ceilingKey(key);
                remove(next == null || random.nextInt(10) == 0 ? key : next);
            } else {
                KubeObject object = object(key);
                tell(store.apply(object));
                model.put(key, object);
            }
            if (random.nextInt(keys) == 0) {
                past.add(Map.entry(store.snapshot(), List.copyOf(model.values())));
            }
        }

        void relist(double share) {
            var listed = new ArrayList<KubeObject>();
            for (int i = 0; i < keys; i++) {
                ObjectKey key = key(i);
                KubeObject held = model.get(key);
                if (random.nextDouble() < share) {
                    listed.add(held != null && random.nextBoolean() ? held : object(key));
                }
            }
            Collections.shuffle(listed, random);
            tell(store.replace(listed, ++version));
            model.clear();
            listed.forEach(object -> model.put(object.key(), object));
        }

        private void remove(ObjectKey key) {
            KubeObject held = model.remove(key);
            long now = ++version;
            if (held != null && random.nextBoolean()) {
                tell(store.remove(held));
            } else {
                tell(store.remove(key, now));
            }
        }

        private void duplicate() {
            KubeObject held = model.get(key());
            if (held != null) {
                assertThat(store.apply(held)).isEmpty();
            }
        }

        private KubeObject object(ObjectKey key) {
            var pod = pods.pod(key.namespace(), key.name(), ++version).on("node-" + random.nextInt(5));
            if (random.nextInt(10) == 0) {
                pod.uid("incarnation " + version);
            }
            var tags = new ArrayList<String>();
            for (int i = random.nextInt(4); i > 0; i--) {
                tags.add(TAG_VALUES.get(random.nextInt(TAG_VALUES.size())));
            }
            return tags.isEmpty()
                    ? pod.made()
                    : pod.label("tags", String.join("-", tags)).made();
        }

        private ObjectKey key() {
            return key(random.nextInt(keys));
        }

        private ObjectKey key(int i) {
            return new ObjectKey("ns-" + i % 4, "pod-" + i);
        }

        /// Applies changes as a handler would; each must be consistent with the earlier ones.
        private void tell(List<Change> changes) {
            for (Change change : changes) {
                KubeObject object = change.object();
                KubeObject before = switch (change) {
                    case Change.Added added -> told.put(object.key(), added.object());
                    case Change.Updated updated -> told.put(object.key(), updated.object());
                    case Change.Deleted deleted -> told.remove(deleted.object().key());
                };
                switch (change) {
                    case Change.Added _ ->
                        assertThat(before).as("seed %d", seed).isNull();
                    case Change.Updated updated ->
                        assertThat(before).as("seed %d", seed).isSameAs(updated.old());
                    case Change.Deleted _ ->
                        assertThat(before).as("seed %d", seed).isNotNull();
                }
            }
        }

        void check() {
            Snapshot now = store.snapshot();
            check(now, model.values());
            assertThat(now.resourceVersion()).as("seed %d", seed).isLessThanOrEqualTo(version);
            assertThat(told).as("what handlers know, seed %d", seed).isEqualTo(model);
            ObjectKey after = key();
            assertThat(now.page(after, 7))
                    .as("seed %d", seed)
                    .isEqualTo(model.tailMap(after, false).values().stream()
                            .limit(7)
                            .toList());
            ObjectKey one = key();
            assertThat(now.get(one).orElse(null)).as("seed %d", seed).isSameAs(model.get(one));
        }

        void checkThePast() {
            past.forEach(then -> check(then.getKey(), then.getValue()));
        }

        private void check(Snapshot snapshot, Collection<KubeObject> expected) {
            assertThat(snapshot.size()).as("seed %d", seed).isEqualTo(expected.size());
            assertThat(snapshot.list()).as("seed %d", seed).isEqualTo(List.copyOf(expected));
            assertThat(snapshot.list("ns-2"))
                    .as("seed %d", seed)
                    .isEqualTo(expected.stream()
                            .filter(o -> o.namespace().equals("ns-2"))
                            .toList());
            assertThat(snapshot.digest()).as("seed %d", seed).isEqualTo(Digest.of(expected));
            for (String tag : TAG_VALUES) {
                assertThat(snapshot.byIndex("tags", tag))
                        .as("tag %s, seed %d", tag, seed)
                        .isEqualTo(expected.stream()
                                .filter(o -> TAGS.values(o).contains(tag))
                                .toList());
            }
            assertThat(snapshot.byIndex("node", "node-3"))
                    .as("seed %d", seed)
                    .isEqualTo(expected.stream()
                            .filter(o -> o.field("spec.nodeName").orElse("").equals("node-3"))
                            .toList());
            TreeShape.check(snapshot);
        }
    }
}
