package io.livekube.hub.cluster;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Recent events of a cluster, with counts of all. Thread-safe.
public final class ClusterEvents {
    private static final int KEPT = 100;

    private final Deque<ClusterEvent> events = new ArrayDeque<>();
    private final Map<ClusterEvent.Type, Long> counts = new EnumMap<>(ClusterEvent.Type.class);

    synchronized void add(ClusterEvent.Type type, String text, Instant now) {
        counts.merge(type, 1L, Long::sum);
        events.addLast(new ClusterEvent(now, type, text));
        if (events.size() > KEPT) {
            events.removeFirst();
        }
    }

    /// Recent events, newest first.
    public synchronized List<ClusterEvent> recent() {
        return List.copyOf(events.reversed());
    }

    /// Total number of events of a type, including those no longer kept.
    public synchronized long count(ClusterEvent.Type type) {
        return counts.getOrDefault(type, 0L);
    }
}
