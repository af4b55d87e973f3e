package io.livekube.hub.ingest;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/// Ends resync loops: what is begun anew too often within a while has to wait.
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

    /// Counts one more resync of something; tells whether it may still be done.
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

    /// Something is gone, and so is its past.
    void forget(String what) {
        recent.remove(what);
    }

    /// How long to wait still; zero if not at all.
    Duration wait(Instant now) {
        return now.isBefore(until) ? Duration.between(now, until) : Duration.ZERO;
    }

    /// How often something had to wait.
    long backoffs() {
        return backoffs;
    }
}
