package io.livekube.hub.ingest;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/// Rate limit that breaks resync loops: after too many resyncs within a window, the cluster has to back off.
final class ResyncLimiter {
    private final int max;
    private final Duration window;
    private final Duration backoff;
    private final Map<String, Deque<Instant>> recent = new HashMap<>();
    private Instant until = Instant.MIN;
    private long backoffs;

    ResyncLimiter(IngestConfig config) {
        this.max = config.maxResyncs();
        this.window = config.resyncWindow();
        this.backoff = config.resyncBackoff();
    }

    /// Counts another resync of a session or kind; returns whether it is allowed.
    boolean allow(String what, Instant now) {
        Deque<Instant> times = recent.computeIfAbsent(what, _ -> new ArrayDeque<>());
        while (!times.isEmpty() && times.getFirst().isBefore(now.minus(window))) {
            times.removeFirst();
        }
        if (times.size() >= max) {
            until = now.plus(backoff);
            backoffs++;
            recent.clear();
            return false;
        }
        times.addLast(now);
        return true;
    }

    /// Forgets the resyncs of a kind that is gone.
    void forget(String what) {
        recent.remove(what);
    }

    /// Remaining backoff; zero if there is none.
    Duration wait(Instant now) {
        return now.isBefore(until) ? Duration.between(now, until) : Duration.ZERO;
    }

    /// How often the limit was hit.
    long backoffs() {
        return backoffs;
    }
}
