package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.handler.Handler;
import io.livekube.core.model.KubeObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A handler that records its calls, builds its own cache from them, and records inconsistencies.
final class Recorder implements Handler {
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final Map<String, KubeObject> mirror = new ConcurrentSkipListMap<>();

    @Override
    public void onAdd(KubeObject object, boolean initial) {
        told.add((initial ? "present " : "add ") + object.name());
        if (mirror.put(object.key().toString(), object) != null) {
            wrong.add("added twice: " + object);
        }
    }

    @Override
    public void onUpdate(KubeObject old, KubeObject now) {
        told.add((old == now ? "again " : "update ") + now.name());
        KubeObject known = mirror.put(now.key().toString(), now);
        if (known == null || known.resourceVersion() != old.resourceVersion() || !known.sameUid(now)) {
            wrong.add("updated from " + old + " to " + now + " but knew " + known);
        }
    }

    @Override
    public void onDelete(KubeObject last, boolean finalStateKnown) {
        told.add((finalStateKnown ? "delete " : "lost ") + last.name());
        KubeObject known = mirror.remove(last.key().toString());
        if (known == null || !known.sameUid(last)) {
            wrong.add("deleted " + last + " but knew " + known);
        }
    }

    List<String> told() {
        return List.copyOf(told);
    }

    void awaitTold(String... events) {
        await().atMost(TestingCluster.PATIENCE)
                .untilAsserted(() -> assertThat(told).contains(events));
    }

    /// Waits until the handler's own cache is the informer's, and checks that it got there without a contradiction.
    void awaitSameAs(Informer informer) {
        await().atMost(TestingCluster.PATIENCE)
                .untilAsserted(() -> assertThat(versions()).isEqualTo(TestingCluster.versions(informer)));
        assertThat(wrong).isEmpty();
    }

    private Map<String, Long> versions() {
        Map<String, Long> versions = new TreeMap<>();
        mirror.forEach((key, object) -> versions.put(key, object.resourceVersion()));
        return versions;
    }
}
