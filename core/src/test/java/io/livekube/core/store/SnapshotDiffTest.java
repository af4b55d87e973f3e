package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Differences between snapshots, and drafts of the next one.
final class SnapshotDiffTest {
    private final TestingPods pods = new TestingPods();

    @Test
    void theDifferenceOfTwoSnapshotsLeadsFromOneToTheOther() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int keys = seed % 3 == 0 ? 5_000 : 200;
            Store store = new Store("pods");
            store.replace(some(random, keys), 1);
            Snapshot older = store.snapshot();
            long version = 10;
            for (int i = random.nextInt(40); i > 0; i--) {
                String name = "pod-" + random.nextInt(keys);
                if (random.nextInt(3) == 0) {
                    store.remove(new ObjectKey("ns", name), ++version);
                } else {
                    store.apply(pod(name, ++version, random.nextInt(4)));
                }
            }
            if (random.nextInt(5) == 0) {
                store.replace(some(random, keys), version + 1);
            }
            check(seed, older, store.snapshot());
            check(seed, store.snapshot(), older);
        }
    }

    private static void check(int seed, Snapshot older, Snapshot newer) {
        var model = new TreeMap<ObjectKey, KubeObject>();
        older.list().forEach(object -> model.put(object.key(), object));
        List<ObjectKey> told = new ArrayList<>();
        for (Change change : newer.since(older)) {
            ObjectKey key = change.object().key();
            told.add(key);
            switch (change) {
                case Change.Added(KubeObject object) ->
                    assertThat(model.put(key, object)).as("seed %d", seed).isNull();
                case Change.Updated(KubeObject old, KubeObject object) ->
                    assertThat(model.put(key, object)).as("seed %d", seed).isSameAs(old);
                case Change.Deleted(KubeObject object, boolean known) -> {
                    assertThat(known).isFalse();
                    assertThat(model.remove(key)).as("seed %d", seed).isSameAs(object);
                }
            }
        }
        assertThat(told)
                .as("seed %d: each key once, in order", seed)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(model.values().stream().map(KubeObject::toString).toList())
                .as("seed %d", seed)
                .isEqualTo(newer.list().stream().map(KubeObject::toString).toList());
    }

    @Test
    void containsOnlyTheChangesBetweenTheTwo() {
        Store store = new Store("pods");
        store.replace(List.of(pod("a", 1, 0), pod("b", 2, 0), pod("c", 3, 0)), 3);
        Snapshot older = store.snapshot();

        store.apply(pod("passing", 4, 0));
        store.remove(new ObjectKey("ns", "passing"), 5);
        store.apply(pod("b", 6, 0));
        store.apply(pod("b", 7, 0));
        store.remove(new ObjectKey("ns", "c"), 8);
        store.apply(pod("c", 9, 1));

        assertThat(store.snapshot().since(older))
                .satisfiesExactly(
                        b -> assertThat(b)
                                .isInstanceOf(Change.Updated.class)
                                .hasToString(b.toString())
                                .extracting(c -> c.object().resourceVersion())
                                .isEqualTo(7L),
                        c -> {
                            assertThat(c).isInstanceOf(Change.Updated.class);
                            assertThat(((Change.Updated) c).old().sameUid(c.object()))
                                    .isFalse();
                        });
    }

    @Test
    void draftIsInvisibleUntilItIsPublished() {
        Store store = new Store("pods");
        store.replace(List.of(pod("a", 1, 0), pod("b", 2, 0)), 3);

        Draft draft = store.snapshot().draft().put(pod("a", 4, 0));
        assertThat(draft.remove(new ObjectKey("ns", "b"))).isTrue();
        assertThat(draft.remove(new ObjectKey("ns", "nobody"))).isFalse();
        draft.at(5);

        assertThat(store.snapshot()).isSameAs(draft.base());
        assertThat(draft.snapshot().digest()).isEqualTo(Digest.of(List.of(pod("a", 4, 0))));
        assertThat(store.publish(draft)).hasSize(2);
        assertThat(store.snapshot().list())
                .extracting(KubeObject::resourceVersion)
                .containsExactly(4L);
        assertThat(store.resourceVersion()).isEqualTo(5);
        assertThatThrownBy(() -> store.publish(draft))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("can't follow");
    }

    @Test
    void rankIsThePlaceInTheList() {
        Store store = new Store("pods");
        store.replace(some(new Random(1), 1_000), 1);
        Snapshot snapshot = store.snapshot();
        for (int i = 0; i < snapshot.size(); i++) {
            assertThat(snapshot.rank(snapshot.list().get(i).key())).isEqualTo(i);
        }
        assertThat(snapshot.rank(new ObjectKey("zz", "last"))).isEqualTo(snapshot.size());
    }

    private List<KubeObject> some(Random random, int keys) {
        List<KubeObject> objects = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            if (random.nextInt(4) > 0) {
                objects.add(pod("pod-" + i, 1 + random.nextInt(5), 0));
            }
        }
        return objects;
    }

    private KubeObject pod(String name, long version, int incarnation) {
        return pods.pod("ns", name, version).uid(name + " " + incarnation).made();
    }
}
