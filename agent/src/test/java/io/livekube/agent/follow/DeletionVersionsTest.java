package io.livekube.agent.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeletionVersionsTest {
    private static final Resource PODS = Resource.core("v1", "pods");

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    private final Store store = new Store("pods");
    private final DeletionVersions deletions = new DeletionVersions();

    private KubeObject pod(String name, long version) {
        byte[] json = "{\"metadata\":{\"name\":\"%s\",\"uid\":\"%s\",\"resourceVersion\":\"%d\"}}"
                .formatted(name, name, version)
                .getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    private void put(String name, long version) {
        deletions.record(store.apply(pod(name, version)));
    }

    private void delete(String name, long version) {
        deletions.record(store.remove(pod(name, version)));
    }

    private long removedAt(String name) {
        return deletions.removedAt(new ObjectKey("", name), store.snapshot());
    }

    @Test
    void aDeletionOfAnObjectThatTheHubHoldsIsSentWithItsOwnVersion() {
        put("a", 1);
        deletions.sending(Optional.empty(), store.snapshot());
        delete("a", 5);
        put("b", 9);
        assertThat(removedAt("a")).isEqualTo(5);
    }

    @Test
    void deletionsOfObjectsThatTheHubNeverHeldAreNotKept() {
        deletions.sending(Optional.empty(), store.snapshot());
        for (int i = 0; i < 1000; i++) {
            put("p" + i, 2 * i + 1);
            delete("p" + i, 2 * i + 2);
        }
        assertThat(deletions.size()).isZero();
        assertThat(removedAt("p1")).isEqualTo(2000);
    }

    @Test
    void aDeletionWhileTheAdditionIsOnItsWayIsRemembered() {
        put("a", 1);
        Snapshot held = store.snapshot();
        put("b", 2);
        deletions.sending(Optional.of(held), store.snapshot());
        delete("b", 3);
        delete("a", 4);
        put("c", 8);
        assertThat(List.of(removedAt("a"), removedAt("b"))).containsExactly(4L, 3L);
    }

    @Test
    void onceTheHubNoLongerHoldsItItIsForgotten() {
        put("a", 1);
        deletions.sending(Optional.empty(), store.snapshot());
        Snapshot held = store.snapshot();
        delete("a", 2);
        deletions.sending(Optional.of(held), store.snapshot());
        assertThat(deletions.size()).isOne();
        deletions.sending(Optional.of(store.snapshot()), store.snapshot());
        assertThat(deletions.size()).isZero();
    }

    @Test
    void anObjectThatIsBackHasNoRemoval() {
        put("a", 1);
        deletions.sending(Optional.empty(), store.snapshot());
        delete("a", 2);
        put("a", 3);
        assertThat(deletions.size()).isZero();
    }

    @Test
    void noRemovalIsLaterThanTheStateThatLacksTheObject() {
        put("a", 1);
        deletions.sending(Optional.empty(), store.snapshot());
        delete("a", 2);
        Snapshot without = store.snapshot();
        put("a", 3);
        delete("a", 4);
        assertThat(deletions.removedAt(new ObjectKey("", "a"), without)).isEqualTo(2);
    }

    @Test
    void objectsMissingFromAListAreDeletedAsOfTheList() {
        put("a", 1);
        deletions.sending(Optional.empty(), store.snapshot());
        deletions.record(store.replace(List.of(pod("b", 6)), 7));
        assertThat(removedAt("a")).isEqualTo(7);
    }
}
