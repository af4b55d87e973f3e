package io.livekube.core.watch;

import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Records what a reflector puts into the cache.
final class TestingSink implements ReflectorSink {
    private final List<String> calls = new ArrayList<>();

    /// The calls since the last query.
    List<String> taken() {
        List<String> all = List.copyOf(calls);
        calls.clear();
        return all;
    }

    @Override
    public void replace(Collection<KubeObject> objects, long resourceVersion, boolean newEpoch) {
        calls.add("replace %s@%d%s".formatted(names(objects), resourceVersion, newEpoch ? " new epoch" : ""));
    }

    @Override
    public void apply(KubeObject object) {
        calls.add("apply " + object);
    }

    @Override
    public void delete(KubeObject last) {
        calls.add("delete " + last);
    }

    @Override
    public void bookmark(long resourceVersion) {
        calls.add("bookmark " + resourceVersion);
    }

    @Override
    public void paused() {}

    private static List<String> names(Collection<KubeObject> objects) {
        return objects.stream().map(KubeObject::name).toList();
    }
}
