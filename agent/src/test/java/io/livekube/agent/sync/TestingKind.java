package io.livekube.agent.sync;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Store;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One kind's cache, changed by a test.
final class TestingKind {
    private final Part.Kind kind;
    private final ObjectFormat format;
    private final Store store;
    private final Map<ObjectKey, Long> removed = new HashMap<>();
    private boolean synced;
    private long version = 10;

    TestingKind(String name) {
        kind = WellKnownKinds.named(name).orElseThrow();
        format = new ObjectFormat(kind.resource(), FormatConfig.defaultsFor(kind.resource()));
        store = new Store(name);
    }

    /// A whole state of this many objects.
    TestingKind synced(int objects) {
        List<KubeObject> all = new ArrayList<>();
        for (int i = 0; i < objects; i++) {
            all.add(object("object-" + i, "uid " + i, ++version));
        }
        store.replace(all, version);
        synced = true;
        return this;
    }

    TestingKind put(String name) {
        return put(name, "uid of " + name);
    }

    TestingKind put(String name, String uid) {
        store.apply(object(name, uid, ++version));
        return this;
    }

    TestingKind remove(String name) {
        ObjectKey key = new ObjectKey("ns", name);
        store.remove(key, ++version);
        removed.put(key, version);
        return this;
    }

    Part.Kind kind() {
        return kind;
    }

    Store store() {
        return store;
    }

    long version() {
        return version;
    }

    KindView source() {
        return new KindView(
                kind,
                synced ? Optional.of(store.snapshot()) : Optional.empty(),
                synced ? KindState.SYNCED : KindState.SYNCING,
                store.size(),
                "",
                key -> removed.getOrDefault(key, store.resourceVersion()));
    }

    private KubeObject object(String name, String uid, long at) {
        byte[] json = "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"ns\",\"uid\":\"%s\",\"resourceVersion\":\"%d\"}}"
                .formatted(name, uid, at)
                .getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
