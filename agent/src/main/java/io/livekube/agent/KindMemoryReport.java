package io.livekube.agent;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.TaskResult;

/// Memory that a kind's objects take, and the largest objects.
final class KindMemoryReport {
    private static final int LARGEST = 10;

    private KindMemoryReport() {}

    static TaskResult.KindMemory of(Resource resource, Snapshot snapshot) {
        return new TaskResult.KindMemory(
                resource.toString(),
                snapshot.size(),
                snapshot.footprint().totalBytes(),
                snapshot.largest(LARGEST).stream().map(KindMemoryReport::large).toList());
    }

    private static TaskResult.LargeObject large(KubeObject object) {
        return new TaskResult.LargeObject(
                object.namespace(), object.name(), object.headBytes() + object.storedBytes(), object.contentBytes());
    }
}
