package io.livekube.hub.ingest;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Concurrency limit on snapshots: how many clusters may send one at the same time. Thread-safe.
///
/// A slot that is not used for a while is released, since its agent may be gone.
public final class SnapshotSlots {
    private static final Duration EACH = Duration.ofMillis(250);
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofSeconds(30);

    private final int slots;
    private final Duration idle;
    private final RandomGenerator random;
    private final Map<String, Instant> holders = new HashMap<>();
    private final Map<String, Instant> waiting = new HashMap<>();

    /// @param slots how many clusters may send snapshots at the same time
    /// @param idle how long a slot may go without a chunk before it is released
    public SnapshotSlots(int slots, Duration idle, RandomGenerator random) {
        if (slots < 1 || !idle.isPositive()) {
            throw new IllegalArgumentException(
                    "slots must be at least 1 and idle positive, got %d and %s".formatted(slots, idle));
        }
        this.slots = slots;
        this.idle = idle;
        this.random = random;
    }

    /// Acquires a slot, or renews the one that the cluster holds.
    synchronized boolean take(String cluster, Instant now) {
        holders.values().removeIf(used -> used.plus(idle).isBefore(now));
        if (!holders.containsKey(cluster) && holders.size() >= slots) {
            waiting.put(cluster, now);
            return false;
        }
        waiting.remove(cluster);
        holders.put(cluster, now);
        return true;
    }

    public synchronized void release(String cluster) {
        holders.remove(cluster);
    }

    /// When to retry: later the more clusters are waiting, with jitter.
    synchronized Duration later(Instant now) {
        waiting.values().removeIf(asked -> asked.plus(MOST).plus(MOST).isBefore(now));
        Duration turn = EACH.multipliedBy(waiting.size() / slots);
        Duration bounded = turn.compareTo(MOST) < 0 ? turn : MOST;
        return LEAST.plusNanos((long) (bounded.toNanos() * random.nextDouble()));
    }

    /// Number of clusters that are sending snapshots.
    public synchronized int taken() {
        return holders.size();
    }
}
