package io.livekube.agent.sync;

import io.livekube.core.model.Resource;
import java.util.List;

/// Throttle for Kubernetes events, so that a storm of them delays nothing else: few per batch, the newest
/// first.
///
/// Events that are held back are not lost: the agent has them and the hub does not, so they are sent when the
/// storm is over.
final class EventThrottle {
    private final int perBatch;
    private final int pending;
    private int behind;
    private long heldBack;

    EventThrottle(int perBatch, int pending) {
        this.perBatch = perBatch;
        this.pending = pending;
    }

    /// Whether a kind is throttled.
    static boolean appliesTo(Resource resource) {
        return resource.plural().equals("events")
                && (resource.group().isEmpty() || resource.group().equals("events.k8s.io"));
    }

    /// Which of the waiting changes to send next, oldest first.
    <T> List<T> choose(List<T> waiting) {
        int over = Math.max(0, waiting.size() - pending);
        heldBack += Math.max(0, over - behind);
        behind = over;
        return waiting.subList(over, Math.min(waiting.size(), over + perBatch));
    }

    /// How many changes were held back so far.
    long heldBack() {
        return heldBack;
    }
}
