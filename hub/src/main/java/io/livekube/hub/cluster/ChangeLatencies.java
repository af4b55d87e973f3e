package io.livekube.hub.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// Recent latencies of a cluster's changes, from the agent until they are visible to readers. Time is passed
/// in; thread-safe.
public final class ChangeLatencies {
    /// Number of time slots kept.
    public static final int SLOTS = 60;

    private static final long SLOT_MILLIS = 5_000;
    private static final int KEPT = 512;

    private final long[] slots = new long[SLOTS];
    private final long[] worst = new long[SLOTS];
    private final long[] latest = new long[KEPT];
    private final long[] when = new long[KEPT];
    private long count;

    ChangeLatencies() {
        Arrays.fill(slots, -1);
    }

    /// Records the latency of a change.
    synchronized void add(Duration took, Instant now) {
        long slot = now.toEpochMilli() / SLOT_MILLIS;
        int index = (int) (slot % SLOTS);
        worst[index] = slots[index] == slot ? Math.max(worst[index], took.toMillis()) : took.toMillis();
        slots[index] = slot;
        int next = (int) (count++ % KEPT);
        latest[next] = took.toMillis();
        when[next] = now.toEpochMilli();
    }

    /// Maximum latency per time slot of five seconds, in milliseconds, oldest first; empty for slots without
    /// changes.
    public synchronized List<OptionalLong> samples(Instant now) {
        long last = now.toEpochMilli() / SLOT_MILLIS;
        List<OptionalLong> samples = new ArrayList<>(SLOTS);
        for (long slot = last - SLOTS; slot < last; slot++) {
            int index = (int) Math.floorMod(slot, (long) SLOTS);
            samples.add(slots[index] == slot ? OptionalLong.of(worst[index]) : OptionalLong.empty());
        }
        return samples;
    }

    /// Latency quantile of the most recent changes, in milliseconds; empty if there were none.
    public synchronized OptionalLong quantile(double q, Instant now) {
        long oldest = now.toEpochMilli() - SLOTS * SLOT_MILLIS;
        int held = (int) Math.min(count, KEPT);
        long[] recent = new long[held];
        int found = 0;
        for (int i = 0; i < held; i++) {
            if (when[i] >= oldest) {
                recent[found++] = latest[i];
            }
        }
        if (found == 0) {
            return OptionalLong.empty();
        }
        Arrays.sort(recent, 0, found);
        return OptionalLong.of(recent[Math.clamp((long) Math.ceil(q * found) - 1, 0, found - 1)]);
    }
}
