package io.livekube.hub.cluster;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The last things that happened to a cluster; for any number of threads.
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

    /// The last ones, the newest first.
    public synchronized List<ClusterEvent> recent() {
        return List.copyOf(events.reversed());
    }

    /// How many there were of a type, those that are forgotten included.
    public synchronized long count(ClusterEvent.Type type) {
        return counts.getOrDefault(type, 0L);
    }
}
