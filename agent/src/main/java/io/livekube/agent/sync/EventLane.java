package io.livekube.agent.sync;

import io.livekube.core.model.Resource;
import java.util.List;

/// Keeps a storm of events from delaying anything else: few at a time, and the newest rather than all.
///
/// What stands back is not lost: it is still what the cache has and the hub has not, and goes out when the
/// storm is over.
final class EventLane {
    private final int perBatch;
    private final int pending;
    private int behind;
    private long heldBack;

    EventLane(int perBatch, int pending) {
        this.perBatch = perBatch;
        this.pending = pending;
    }

    /// Whether a kind belongs here.
    static boolean carries(Resource resource) {
        return resource.plural().equals("events")
                && (resource.group().isEmpty() || resource.group().equals("events.k8s.io"));
    }

    /// Those to send next of all that wait, oldest first.
    <T> List<T> choose(List<T> waiting) {
        int over = Math.max(0, waiting.size() - pending);
        heldBack += Math.max(0, over - behind);
        behind = over;
        return waiting.subList(over, Math.min(waiting.size(), over + perBatch));
    }

    /// How many changes have stood back so far.
    long heldBack() {
        return heldBack;
    }
}
