package io.livekube.agent.sync;

import io.livekube.core.model.Resource;
import java.util.List;

/// Throttle for Kubernetes events, so that an event storm does not delay other kinds: limits their number per
/// batch, and sends the newest first.
///
/// Events that are held back are not lost: they remain part of the difference between agent and hub, and are
/// sent when the storm is over.
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

    /// Number of changes held back so far.
    long heldBack() {
        return heldBack;
    }
}
