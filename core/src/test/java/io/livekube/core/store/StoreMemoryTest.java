package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What 50,000 pods cost beside themselves; the trees know it to the byte, on a JVM with compressed references.
final class StoreMemoryTest {
    private static final int PODS = 50_000;

    private final TestingPods pods = new TestingPods();
    private final Random random = new Random(3);
    private final Store store = new Store("pods");

    @Test
    void treeAndTwoIndexesCostAFewBytesAPodAfterARelistAndAfterMuchChurn() {
        var listed = new ArrayList<KubeObject>();
        for (int i = 0; i < PODS; i++) {
            listed.add(pod(i, 1));
        }
        Collections.shuffle(listed, random);
        store.replace(listed, 1);
        store.addIndex("owner", IndexFunction.ownerUid());
        store.addIndex("node", IndexFunction.nodeName());
        assertThat(treeBytesAPod()).isLessThan(6);
        assertThat(indexBytesAPod()).isLessThan(20);

        for (int version = 2; version < 50_000; version++) {
            int i = random.nextInt(PODS);
            if (random.nextInt(4) == 0) {
                store.remove(pod(i, version));
            } else {
                store.apply(pod(i, version));
            }
        }
        TreeShape.check(store.snapshot());
        assertThat(treeBytesAPod()).isLessThan(9);
        assertThat(indexBytesAPod()).isLessThan(28);
        assertThat(store.snapshot().footprint().overheadBytes()).isLessThan(store.size() * 230L);
    }

    private KubeObject pod(int i, long version) {
        return pods.pod("ns-" + i / 500, "web-" + i, version)
                .ownedBy(new UUID(0, i / 5).toString())
                .on("node-" + (i * 7919L + version) % 1_000)
                .made();
    }

    private double treeBytesAPod() {
        return (double) store.snapshot().objects().bytes() / store.size();
    }

    private double indexBytesAPod() {
        List<Index> indexes = store.snapshot().indexes();
        return (double) indexes.stream().mapToLong(i -> i.entries().bytes()).sum() / store.size();
    }
}
