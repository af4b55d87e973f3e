package io.livekube.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Readers while another thread writes and compacts, in the order in which lists and watches use the store.
class CompactionRaceTest {
    private static final ResourceType TYPE = BuiltInTypes.CONFIG_MAP;
    private static final int OBJECTS = 200;
    private static final int ROUNDS = 100;
    private static final int UPDATES = 5;

    private final ObjectStore store = new ObjectStore(StoreConfig.defaults());
    private final AtomicBoolean writing = new AtomicBoolean(true);

    @Test
    void aListOvertakenByACompactionIsNeverTakenAsComplete() throws InterruptedException {
        for (int i = 0; i < OBJECTS; i++) {
            store.create(TYPE, object(i));
        }
        List<String> wrong = new ArrayList<>();
        Thread writer = Thread.ofPlatform().start(this::writeAndCompact);
        while (writing.get() && wrong.isEmpty()) {
            long revision = store.revision();
            RevisionSnapshot snapshot = store.snapshot(TYPE, revision);
            long seen = snapshot.objects("", "").count();
            if (!snapshot.compacted() && seen != OBJECTS) {
                wrong.add("a list at " + revision + " had " + seen + " objects");
            }
            RevisionLog log = store.log(TYPE);
            long position = log.positionAfter(revision);
            if (revision >= store.compactedRevision()
                    && log.read(position, 1) instanceof RevisionLog.Batch.Changes(List<StoreChange> changes, long next)
                    && !changes.isEmpty()
                    && changes.getFirst().revision() != revision + 1) {
                wrong.add("a watch from " + revision + " went on at " + next + " with "
                        + changes.getFirst().revision());
            }
        }
        writing.set(false);
        writer.join();
        assertThat(wrong).isEmpty();
    }

    private void writeAndCompact() {
        for (int round = 0; round < ROUNDS && writing.get(); round++) {
            for (int i = 0; i < OBJECTS * UPDATES; i++) {
                store.update(TYPE, object(i % OBJECTS));
            }
            store.compact(store.revision());
        }
        writing.set(false);
    }

    private static ObjectNode object(int i) {
        ObjectNode object = StoredJson.object();
        object.putObject("metadata").put("namespace", "ns").put("name", "map-" + i);
        return object;
    }
}
