package io.livekube.hub.read;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.TaskFailedException;
import java.util.HashMap;
import java.util.Map;

/// Limits the number of waiting readers per cluster, so that those of a slow cluster do not block others.
final class WaitingReaders {
    private final int max;
    private final Map<Cluster, Integer> readers = new HashMap<>();

    /// @param max maximum number of waiting readers per cluster
    WaitingReaders(int max) {
        this.max = max;
    }

    /// Slot of a reader; closing it releases the slot.
    interface Slot extends AutoCloseable {
        @Override
        void close();
    }

    /// @throws TaskFailedException if the limit is reached
    synchronized Slot enter(Cluster cluster) throws TaskFailedException {
        if (readers.getOrDefault(cluster, 0) >= max) {
            throw new TaskFailedException(503, "%,d readers are already waiting for its agent".formatted(max));
        }
        readers.merge(cluster, 1, Integer::sum);
        return () -> leave(cluster);
    }

    private synchronized void leave(Cluster cluster) {
        readers.computeIfPresent(cluster, (_, count) -> count > 1 ? count - 1 : null);
    }
}
