package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.apimachinery.selector.LabelSelector;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StoreTest {
    private final TestingPods pods = new TestingPods();
    private final Store store = new Store("pods");

    @Test
    void aNewObjectIsAddedAndANewVersionUpdatesIt() {
        KubeObject first = pods.pod("a", "web", 5).made();
        KubeObject second = pods.pod("a", "web", 6).made();
        assertThat(store.apply(first)).containsExactly(new Change.Added(first));
        assertThat(store.apply(second)).containsExactly(new Change.Updated(first, second));
        assertThat(store.get("a", "web")).containsSame(second);
        assertThat(store.get(new ObjectKey("a", "db"))).isEmpty();
        assertThat(store.resourceVersion()).isEqualTo(6);
        assertThat(store.stats()).isEqualTo(new StoreStats(2, 0, 0, 0, 0));
    }

    @Test
    void anEventOfOnePartDoesNotAdvanceTheWhole() {
        Store parts = Store.ofParts("pods");
        parts.replace(List.of(), 3);
        parts.apply(pods.pod("a", "web", 5).made());
        parts.remove(pods.pod("a", "web", 6).made());
        assertThat(parts.resourceVersion()).isEqualTo(3);
        parts.bookmark(4);
        assertThat(parts.resourceVersion()).isEqualTo(4);
    }

    @Test
    void anOldEventAndTheSameEventAgainChangeNothingAndAreCounted() {
        KubeObject held = pods.pod("a", "web", 6).made();
        store.apply(held);
        Snapshot before = store.snapshot();
        assertThat(store.apply(pods.pod("a", "web", 5).made())).isEmpty();
        assertThat(store.apply(pods.pod("a", "web", 6).made())).isEmpty();
        assertThat(store.apply(pods.pod("a", "web", 4).uid("predecessor").made()))
                .isEmpty();
        assertThat(store.remove(new ObjectKey("a", "web"), 5)).isEmpty();
        assertThat(store.snapshot()).isSameAs(before);
        assertThat(store.stats().staleEvents()).isEqualTo(4);
    }

    @Test
    void anotherContentUnderTheSameVersionRepairsTheCopy() {
        KubeObject damaged = pods.pod("a", "web", 6).note("damaged").made();
        KubeObject right = pods.pod("a", "web", 6).note("right").made();
        store.apply(damaged);
        assertThat(store.apply(right)).containsExactly(new Change.Updated(damaged, right));
        assertThat(store.digest()).isEqualTo(Digest.of(List.of(right)));
    }

    @Test
    void anotherUidUnderTheSameNameIsADeletionAndAnAddition() {
        KubeObject old = pods.pod("a", "web", 5).uid("one").ownedBy("rs-1").made();
        KubeObject successor =
                pods.pod("a", "web", 9).uid("two").ownedBy("rs-2").made();
        store.apply(old);
        assertThat(store.apply(successor)).containsExactly(new Change.Deleted(old, false), new Change.Added(successor));
        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void aSeenDeletionKnowsTheFinalStateAndAnUnseenOneDoesNot() {
        KubeObject held = pods.pod("a", "web", 5).made();
        KubeObject last = pods.pod("a", "web", 8).note("terminated").made();
        store.apply(held);
        assertThat(store.remove(last)).containsExactly(new Change.Deleted(last, true));
        store.apply(held);
        assertThat(store.remove(held.key(), 9)).containsExactly(new Change.Deleted(held, false));
        store.apply(held);
        assertThat(store.remove(pods.pod("a", "web", 10).uid("successor").made()))
                .containsExactly(new Change.Deleted(held, false));
        assertThat(store.remove(held.key(), 11)).isEmpty();
        assertThat(store.resourceVersion()).isEqualTo(11);
        assertThat(store.stats().unknownRemovals()).isEqualTo(1);
        assertThat(store.digest()).isEqualTo(Digest.EMPTY);
    }

    @Test
    void aBookmarkMovesTheVersionForwardOnly() {
        store.bookmark(7);
        store.bookmark(3);
        assertThat(store.resourceVersion()).isEqualTo(7);
    }

    @Test
    void aRelistReportsDeletionsFirstAndKeepsUnchangedInstances() {
        KubeObject kept = pods.pod("b", "kept", 1).made();
        KubeObject changed = pods.pod("a", "changed", 2).made();
        KubeObject recreated = pods.pod("c", "recreated", 3).uid("one").made();
        KubeObject gone = pods.pod("z", "gone", 4).made();
        store.replace(List.of(gone, kept, recreated, changed), 4);
        Snapshot before = store.snapshot();

        KubeObject changedNow = pods.pod("a", "changed", 7).made();
        KubeObject recreatedNow = pods.pod("c", "recreated", 8).uid("two").made();
        KubeObject added = pods.pod("b", "added", 6).made();
        var changes =
                store.replace(List.of(recreatedNow, pods.pod("b", "kept", 1).made(), added, changedNow), 10);

        assertThat(changes)
                .containsExactly(
                        new Change.Deleted(recreated, false),
                        new Change.Deleted(gone, false),
                        new Change.Updated(changed, changedNow),
                        new Change.Added(added),
                        new Change.Added(recreatedNow));
        assertThat(store.list()).containsExactly(changedNow, added, kept, recreatedNow);
        assertThat(store.get("b", "kept")).containsSame(kept);
        assertThat(store.resourceVersion()).isEqualTo(10);
        assertThat(before.list()).containsExactly(changed, kept, recreated, gone);
        assertThat(before.resourceVersion()).isEqualTo(4);
    }

    @Test
    void aRelistThatNamesAnObjectTwiceTakesItsNewestVersion() {
        KubeObject newest = pods.pod("a", "web", 9).made();
        store.replace(
                List.of(
                        pods.pod("a", "web", 3).made(),
                        newest,
                        pods.pod("a", "web", 4).made()),
                9);
        assertThat(store.list()).containsExactly(newest);
    }

    @Test
    void versionsThatGoBackwardsBeginANewEpoch() {
        store.replace(List.of(pods.pod("a", "web", 90).made()), 100);
        assertThat(store.snapshot().epoch()).isZero();
        store.replace(List.of(pods.pod("a", "web", 40).made()), 50);
        assertThat(store.snapshot().epoch()).isEqualTo(1);
        assertThat(store.resourceVersion()).isEqualTo(50);
        store.replace(List.of(), 60);
        assertThat(store.snapshot().epoch()).isEqualTo(1);
        store.replaceInNewEpoch(List.of(), 60);
        assertThat(store.snapshot().epoch()).isEqualTo(2);
    }

    @Test
    void aNamespaceIsARangeAndPagesStartBehindAKeyThatMayBeGone() {
        for (String key : List.of("a/x", "a/y", "a-b/x", "b/x", "b/y", "b/z")) {
            ObjectKey k = ObjectKey.parse(key);
            store.apply(pods.pod(k.namespace(), k.name(), 1).made());
        }
        Snapshot all = store.snapshot();
        assertThat(names(all.list("a"))).containsExactly("a/x", "a/y");
        assertThat(names(all.list("c"))).isEmpty();
        assertThat(names(all.list(""))).isEmpty();
        assertThat(names(all.page(new ObjectKey("", ""), 2))).containsExactly("a/x", "a/y");
        assertThat(names(all.page(new ObjectKey("a", "y"), 2))).containsExactly("a-b/x", "b/x");
        assertThat(names(all.page(new ObjectKey("a", "xx"), 1))).containsExactly("a/y");
        assertThat(names(all.page(new ObjectKey("b", "z"), 5))).isEmpty();
        assertThat(names(all.page("b", "", 2))).containsExactly("b/x", "b/y");
        assertThat(names(all.page("b", "y", 5))).containsExactly("b/z");
        assertThat(names(all.page("a", "x", 5))).containsExactly("a/y");
        assertThatIllegalArgumentException().isThrownBy(() -> all.page("a", "", 0));
        assertThat(all.list().get(2).namespace()).isEqualTo("a-b");
        assertThat(all.list().subList(1, 3)).hasSize(2);
    }

    @Test
    void labelSelectorsPickFromOneNamespaceOrAll() {
        store.apply(pods.pod("a", "web", 1).label("app", "web").made());
        store.apply(pods.pod("b", "web", 2).label("app", "web").made());
        store.apply(pods.pod("b", "db", 3).label("app", "db").made());
        LabelSelector web = LabelSelector.parse("app=web");
        assertThat(store.select(web)).extracting(o -> o.key().toString()).containsExactly("a/web", "b/web");
        assertThat(store.snapshot().select("b", web)).hasSize(1);
    }

    @Test
    void theLargestObjectsAndTheBytesOfAllCanBeAskedFor() {
        for (int i = 0; i < 20; i++) {
            store.apply(pods.pod("a", "web-" + i, 1).note("x".repeat(i * 10)).made());
        }
        assertThat(store.largest(3)).extracting(KubeObject::name).containsExactly("web-19", "web-18", "web-17");
        assertThat(store.largest(0)).isEmpty();
        long bodies = store.list().stream().mapToLong(KubeObject::storedBytes).sum();
        assertThat(store.snapshot().footprint().bodyBytes()).isEqualTo(bodies);
        assertThat(store.bytes()).isGreaterThan(bodies + 20 * 80).isLessThan(bodies + 20 * 200);
    }

    @Test
    void aClosedStoreIsReadButNotWritten() {
        KubeObject held = pods.pod("a", "web", 1).made();
        store.apply(held);
        store.close();
        store.close();
        assertThat(store.list()).containsExactly(held);
        assertThatThrownBy(() -> store.apply(held))
                .isInstanceOf(StoreClosedException.class)
                .hasMessageContaining("store of pods")
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> store.addIndex("owner", IndexFunction.ownerUid()))
                .isInstanceOf(StoreClosedException.class)
                .hasMessageContaining("cannot add the index 'owner'");
    }

    private static List<String> names(List<KubeObject> objects) {
        return objects.stream().map(o -> o.key().toString()).toList();
    }
}
