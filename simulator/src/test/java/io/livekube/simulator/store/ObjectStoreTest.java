package io.livekube.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectStoreTest {
    private static final ResourceType TYPE = BuiltInTypes.CONFIG_MAP;

    private final ObjectStore store = new ObjectStore(StoreConfig.defaults());

    @Test
    void everyChangeGetsTheNextRevision() {
        long before = store.revision();
        StoredObject created = store.create(TYPE, object("a", "1"));
        StoredObject updated = store.update(TYPE, object("a", "2"));
        StoredObject deleted = store.delete(TYPE, "ns", "a");

        assertThat(List.of(created.revision(), updated.revision(), deleted.revision()))
                .containsExactly(before + 1, before + 2, before + 3);
        assertThat(deleted.toTree().at("/metadata/resourceVersion").asText()).isEqualTo(Long.toString(before + 3));
        assertThat(store.revision()).isEqualTo(before + 3);
        assertThat(store.count(TYPE)).isZero();
    }

    @Test
    void objectsKeepTheirIdentityOverUpdates() {
        ObjectNode created = store.create(TYPE, object("a", "1")).toTree();
        ObjectNode updated = store.update(TYPE, object("a", "2")).toTree();

        assertThat(updated.at("/metadata/uid")).isEqualTo(created.at("/metadata/uid"));
        assertThat(updated.at("/metadata/creationTimestamp")).isEqualTo(created.at("/metadata/creationTimestamp"));
    }

    @Test
    void writesThatCannotBeAreRefusedWithTheReason() {
        store.create(TYPE, object("a", "1"));
        ObjectNode outdated = object("a", "2");
        outdated.withObject("/metadata").put("resourceVersion", "1");

        assertRefused(409, "AlreadyExists", () -> store.create(TYPE, object("a", "1")));
        assertRefused(409, "Conflict", () -> store.update(TYPE, outdated));
        assertRefused(404, "NotFound", () -> store.update(TYPE, object("b", "1")));
        assertRefused(404, "NotFound", () -> store.delete(TYPE, "ns", "b"));
    }

    @Test
    void snapshotsShowWhatWasThenInKeyOrder() {
        store.create(TYPE, object("b", "1"));
        store.create(TYPE, object("a", "1"));
        long then = store.revision();
        store.update(TYPE, object("a", "2"));
        store.delete(TYPE, "ns", "b");
        store.create(TYPE, object("c", "1"));

        assertThat(values(then)).containsExactly("a=1", "b=1");
        assertThat(values(store.revision())).containsExactly("a=2", "c=1");
        assertThat(values(then - 2)).isEmpty();
    }

    @Test
    void keysSortAsInEtcdSoThatPagingGoesThroughNamespacesInTheSameOrder() {
        for (String namespace : List.of("a", "a-b", "a.b", "ab")) {
            ObjectNode object = object("x", "1");
            object.withObject("/metadata").put("namespace", namespace);
            store.create(TYPE, object);
        }
        assertThat(store.snapshot(TYPE, store.revision()).objects("", "").map(StoredObject::namespace))
                .containsExactly("a-b", "a.b", "a", "ab");
        assertThat(store.snapshot(TYPE, store.revision()).objects("a", "")).hasSize(1);
        assertThat(store.snapshot(TYPE, store.revision()).objects("", "a/x").map(StoredObject::namespace))
                .containsExactly("ab");
    }

    @Test
    void compactionForgetsThePastAndKeepsThePresent() {
        store.create(TYPE, object("a", "1"));
        store.create(TYPE, object("b", "1"));
        long old = store.revision();
        store.update(TYPE, object("a", "2"));
        store.delete(TYPE, "ns", "b");
        long position = store.log(TYPE).positionAfter(old);
        store.compact(store.revision());

        assertThat(store.snapshot(TYPE, old).compacted()).isTrue();
        assertThat(values(store.revision())).containsExactly("a=2");
        assertThat(store.log(TYPE).read(position, 10)).isInstanceOf(RevisionLog.Batch.Compacted.class);
        StoredObject current = store.get(TYPE, "ns", "a").orElseThrow();
        assertThat(current.older()).isNull();
        assertThatThrownBy(() -> store.compact(store.revision() + 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void historyIsBoundedByCount() {
        ObjectStore small = new ObjectStore(StoreConfig.defaults().withHistory(10, 1 << 20));
        small.create(TYPE, object("a", "0"));
        for (int i = 1; i <= 100; i++) {
            small.update(TYPE, object("a", Integer.toString(i)));
        }
        assertThat(small.compactedRevision()).isEqualTo(small.revision() - 10);
        assertThat(versions(small.get(TYPE, "ns", "a").orElseThrow())).isEqualTo(11);
    }

    @Test
    void historyIsBoundedByBytes() {
        ObjectStore small = new ObjectStore(StoreConfig.defaults().withHistory(1_000_000, 10_000));
        small.create(TYPE, object("a", "0"));
        for (int i = 1; i <= 100; i++) {
            small.update(TYPE, object("a", "x".repeat(1000) + i));
        }
        assertThat(small.revision() - small.compactedRevision()).isBetween(5L, 10L);
    }

    @Test
    void theLogHasTheNewAndThePreviousObject() {
        long start = store.revision();
        store.create(TYPE, object("a", "1"));
        store.update(TYPE, object("a", "2"));
        store.delete(TYPE, "ns", "a");

        RevisionLog log = store.log(TYPE);
        var batch = (RevisionLog.Batch.Changes) log.read(log.positionAfter(start), 10);
        assertThat(batch.changes().stream().map(StoreChange::kind))
                .containsExactly(StoreChange.Kind.ADDED, StoreChange.Kind.MODIFIED, StoreChange.Kind.DELETED);
        assertThat(batch.changes().get(0).previous()).isEmpty();
        assertThat(value(batch.changes().get(1).previous().orElseThrow())).isEqualTo("1");
        assertThat(value(batch.changes().get(2).object())).isEqualTo("2");
        assertThat(((RevisionLog.Batch.Changes) log.read(batch.next(), 10)).changes())
                .isEmpty();
    }

    @Test
    void labelsAndFieldsAreTakenOutAtWrite() {
        ObjectNode pod = object("p", "1");
        pod.withObject("/metadata/labels").put("app", "web");
        pod.withObject("/spec").put("nodeName", "n1");
        StoredObject stored = store.create(BuiltInTypes.POD, pod);

        assertThat(stored.labels().get("app")).contains("web");
        assertThat(store.field(BuiltInTypes.POD, "spec.nodeName").value(stored)).isEqualTo("n1");
        assertThat(store.field(BuiltInTypes.POD, "spec.hostNetwork").value(stored))
                .isEqualTo("false");
    }

    private List<String> values(long revision) {
        return store.snapshot(TYPE, revision)
                .objects("", "")
                .map(object -> object.name() + "=" + value(object))
                .toList();
    }

    private static String value(StoredObject object) {
        return object.toTree().at("/data/v").asText();
    }

    private static int versions(StoredObject newest) {
        int count = 0;
        for (StoredObject version = newest; version != null; version = version.older()) {
            count++;
        }
        return count;
    }

    private static ObjectNode object(String name, String value) {
        ObjectNode object = StoredJson.object();
        object.putObject("metadata").put("name", name).put("namespace", "ns");
        object.putObject("data").put("v", value);
        return object;
    }

    private static void assertRefused(int code, String reason, Runnable write) {
        assertThatThrownBy(write::run).isInstanceOfSatisfying(ApiException.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(code);
            assertThat(refusal.reason()).isEqualTo(reason);
        });
    }
}
