package io.livekube.hub.read;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.TaskFailedException;
import java.util.HashMap;
import java.util.Map;

/// Counts who waits for which cluster: the readers of one that is slow must not take the room of all
/// others.
final class WaitingReaders {
    private final int max;
    private final Map<Cluster, Integer> readers = new HashMap<>();

    /// @param max how many may wait for one cluster
    WaitingReaders(int max) {
        this.max = max;
    }

    /// A place to wait in; to be left by closing it.
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /// @throws TaskFailedException if there is no place left
    synchronized Place enter(Cluster cluster) throws TaskFailedException {
        if (readers.getOrDefault(cluster, 0) >= max) {
            throw new TaskFailedException(503, "%,d readers wait for its agent already".formatted(max));
        }
        readers.merge(cluster, 1, Integer::sum);
        return () -> leave(cluster);
    }

    private synchronized void leave(Cluster cluster) {
        readers.computeIfPresent(cluster, (_, count) -> count > 1 ? count - 1 : null);
    }
}
