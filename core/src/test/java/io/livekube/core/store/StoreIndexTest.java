package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.model.KubeObject;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StoreIndexTest {
    private static final String RS_1 = "11111111-2222-3333-4444-555555555555";
    private static final String RS_2 = "99999999-2222-3333-4444-555555555555";

    private final TestingPods pods = new TestingPods();
    private final Store store = new Store("pods");

    @Test
    void ownersControllersAndNodesAreFoundAndMoveWithUpdates() {
        store.addIndex("owner", IndexFunction.ownerUid());
        store.addIndex("controller", IndexFunction.controllerUid());
        store.addIndex("node", IndexFunction.nodeName());
        KubeObject unbound = pods.pod("a", "web", 1).ownedBy(RS_1, RS_2).made();
        store.apply(unbound);
        assertThat(store.byIndex("owner", RS_1)).containsExactly(unbound);
        assertThat(store.byIndex("owner", RS_2)).containsExactly(unbound);
        assertThat(store.byIndex("controller", RS_2)).isEmpty();
        assertThat(store.byIndex("node", "")).isEmpty();

        KubeObject bound = pods.pod("a", "web", 2).ownedBy(RS_2).on("node-1").made();
        Snapshot before = store.snapshot();
        store.apply(bound);
        assertThat(store.byIndex("owner", RS_1)).isEmpty();
        assertThat(store.byIndex("controller", RS_2)).containsExactly(bound);
        assertThat(store.byIndex("node", "node-1")).containsExactly(bound);
        assertThat(before.byIndex("owner", RS_1)).containsExactly(unbound);

        store.remove(bound);
        assertThat(store.byIndex("node", "node-1")).isEmpty();
    }

    @Test
    void valuesWithTheSameHashAreDistinguished() {
        assertThat("Aa").hasSameHashCodeAs("BB");
        store.addIndex("app", IndexFunction.label("app"));
        KubeObject first = pods.pod("a", "one", 1).label("app", "Aa").made();
        KubeObject second = pods.pod("a", "two", 2).label("app", "BB").made();
        store.apply(first);
        store.apply(second);
        assertThat(store.byIndex("app", "Aa")).containsExactly(first);
        assertThat(store.byIndex("app", "BB")).containsExactly(second);
    }

    @Test
    void anEmptyValueIsAValueLikeOthers() {
        store.addIndex("app", IndexFunction.label("app"));
        KubeObject empty = pods.pod("a", "one", 1).label("app", "").made();
        KubeObject web = pods.pod("a", "two", 2).label("app", "web").made();
        store.apply(empty);
        store.apply(web);
        assertThat(store.byIndex("app", "")).containsExactly(empty);
        assertThat(store.byIndex("app", "web")).containsExactly(web);
    }

    @Test
    void anIndexAddedLaterCoversExistingObjectsButNotOldSnapshots() {
        KubeObject bound = pods.pod("a", "web", 1).on("node-1").made();
        store.apply(bound);
        Snapshot before = store.snapshot();
        store.addIndex("node", IndexFunction.nodeName());
        assertThat(store.byIndex("node", "node-1")).containsExactly(bound);
        Snapshot with = store.snapshot();
        store.removeIndex("node");
        assertThat(with.byIndex("node", "node-1")).containsExactly(bound);
        assertThatThrownBy(() -> before.byIndex("node", "node-1")).isInstanceOf(UnknownIndexException.class);
        assertThatThrownBy(() -> store.byIndex("node", "node-1")).isInstanceOf(UnknownIndexException.class);
    }

    @Test
    void anUnknownIndexIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> store.byIndex("node", "n")).hasMessageContaining("the store has none");
        store.addIndex("node", IndexFunction.nodeName());
        store.addIndex("owner", IndexFunction.ownerUid());
        assertThatThrownBy(() -> store.byIndex("nodes", "n"))
                .isInstanceOf(UnknownIndexException.class)
                .hasMessage("there is no index 'nodes': known are node, owner");
        assertThatThrownBy(() -> store.removeIndex("nodes")).isInstanceOf(UnknownIndexException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.addIndex("node", IndexFunction.nodeName()))
                .withMessageContaining("there is an index 'node' already");
    }

    @Test
    void aFunctionThatFailsOnOneObjectLeavesOutThatOneAndIsCounted() {
        IndexFunction fragile = object -> {
            if (object.name().equals("bad")) {
                throw new IllegalStateException("cannot read it");
            }
            return List.of("all", "all");
        };
        store.addIndex("fragile", fragile);
        KubeObject good = pods.pod("a", "good", 2).made();
        store.apply(pods.pod("a", "bad", 1).made());
        store.apply(good);
        assertThat(store.byIndex("fragile", "all")).containsExactly(good);
        assertThat(store.size()).isEqualTo(2);
        assertThat(store.stats().indexFailures()).isEqualTo(1);
    }

    @Test
    void anErrorReachesTheWriterAndLeavesTheStoreAsItWas() {
        store.addIndex("deep", object -> {
            if (object.name().equals("bad")) {
                throw new StackOverflowError("too deep");
            }
            return List.of("all");
        });
        KubeObject good = pods.pod("a", "good", 1).made();
        store.apply(good);
        KubeObject bad = pods.pod("a", "bad", 2).made();
        assertThatThrownBy(() -> store.apply(bad)).isInstanceOf(StackOverflowError.class);
        assertThat(store.byIndex("deep", "all")).containsExactly(good);
        assertThat(store.list()).containsExactly(good);
        assertThat(store.resourceVersion()).isEqualTo(1);
        assertThat(store.stats().indexFailures()).isZero();
    }
}
