package io.livekube.core.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Model of a work queue, with lists and sets and without regard to speed: the oracle of [QueuePropertyTest].
///
/// It shares no mechanism with [QueueState]: two sets (wanted, in hand) instead of phases, timers searched one by one,
/// the token bucket as a credit that grows with time, the backoff by repeated doubling.
final class QueueModel {
    record Timer(int key, long end) {}

    final List<Integer> line = new ArrayList<>();
    final Set<Integer> wanted = new HashSet<>();
    final Set<Integer> inHand = new HashSet<>();
    final List<Timer> timers = new ArrayList<>();
    final Map<Integer, Integer> retries = new HashMap<>();

    private final List<Integer> retried = new ArrayList<>();
    private final int maxKeys;
    private final long first;
    private final long cap;
    private final long interval;
    private final int burst;
    private long credit;
    private long creditAt;
    boolean draining;
    boolean closed;

    QueueModel(int maxKeys, long first, long cap, long interval, int burst) {
        this.maxKeys = maxKeys;
        this.first = first;
        this.cap = cap;
        this.interval = interval;
        this.burst = burst;
        this.credit = interval * burst;
    }

    /// "closed", "full", "due", "merged", or "in N" / "merged in N" nanoseconds.
    String add(int key, long delay, long now) {
        tick(now);
        return refusal(key).orElseGet(() -> admit(key, delay, now));
    }

    String addRateLimited(int key, long now) {
        tick(now);
        return refusal(key).orElseGet(() -> {
            long backoff = first;
            for (int i = 0; i < retries.getOrDefault(key, 0) && backoff < cap; i++) {
                backoff *= 2;
            }
            credit = Math.min(interval * burst, credit + (now - creditAt)) - interval;
            creditAt = now;
            countRetry(key);
            return admit(key, Math.max(Math.min(backoff, cap), -credit), now);
        });
    }

    Optional<Integer> take(long now) {
        tick(now);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        int key = line.removeFirst();
        wanted.remove(key);
        inHand.add(key);
        return Optional.of(key);
    }

    void done(int key, long now) {
        tick(now);
        inHand.remove(key);
        if (wanted.contains(key)) {
            line.add(key);
        }
    }

    void drain(long now) {
        tick(now);
        draining = true;
        timers.clear();
    }

    void close(long now) {
        drain(now);
        closed = true;
        line.clear();
        wanted.clear();
    }

    boolean ended() {
        return closed || (draining && line.isEmpty() && inHand.isEmpty());
    }

    Set<Integer> held() {
        Set<Integer> held = new HashSet<>(wanted);
        held.addAll(inHand);
        timers.forEach(timer -> held.add(timer.key()));
        return held;
    }

    void forget(int key) {
        retries.remove(key);
        retried.removeIf(other -> other == key);
    }

    private void countRetry(int key) {
        retries.merge(key, 1, Integer::sum);
        retried.removeIf(other -> other == key);
        retried.add(key);
        if (retried.size() > maxKeys) {
            retries.remove(retried.removeFirst());
        }
    }

    private Optional<String> refusal(int key) {
        if (draining) {
            return Optional.of("closed");
        }
        Set<Integer> held = held();
        return held.size() >= maxKeys && !held.contains(key) ? Optional.of("full") : Optional.empty();
    }

    private String admit(int key, long delay, long now) {
        if (delay <= 0) {
            return want(key) ? "due" : "merged";
        }
        Timer asked = new Timer(key, now + delay);
        Optional<Timer> present =
                timers.stream().filter(timer -> timer.key() == key).findAny();
        if (present.isPresent() && present.get().end() <= asked.end()) {
            return "merged in " + (present.get().end() - now);
        }
        present.ifPresent(timers::remove);
        timers.add(asked);
        return (present.isPresent() ? "merged in " : "in ") + delay;
    }

    private boolean want(int key) {
        if (!wanted.add(key)) {
            return false;
        }
        if (!inHand.contains(key)) {
            line.add(key);
        }
        return true;
    }

    /// Ends timers one at a time, always the earliest, of equals the one set first.
    private void tick(long now) {
        while (true) {
            Timer next = new Timer(-1, Long.MAX_VALUE);
            for (Timer timer : timers) {
                next = timer.end() < next.end() ? timer : next;
            }
            if (next.end() > now) {
                return;
            }
            timers.remove(next);
            want(next.key());
        }
    }
}
