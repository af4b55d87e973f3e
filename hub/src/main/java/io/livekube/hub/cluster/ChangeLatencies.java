package io.livekube.hub.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// Recent latencies of a cluster's changes, from the agent until readers can see them. No clock; thread-safe.
public final class ChangeLatencies {
    /// Number of time slots that are kept.
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
        int place = (int) (slot % SLOTS);
        worst[place] = slots[place] == slot ? Math.max(worst[place], took.toMillis()) : took.toMillis();
        slots[place] = slot;
        int next = (int) (count++ % KEPT);
        latest[next] = took.toMillis();
        when[next] = now.toEpochMilli();
    }

    /// Maximum per five seconds in milliseconds, the oldest first; empty where nothing changed.
    public synchronized List<OptionalLong> samples(Instant now) {
        long last = now.toEpochMilli() / SLOT_MILLIS;
        List<OptionalLong> samples = new ArrayList<>(SLOTS);
        for (long slot = last - SLOTS; slot < last; slot++) {
            int place = (int) Math.floorMod(slot, (long) SLOTS);
            samples.add(slots[place] == slot ? OptionalLong.of(worst[place]) : OptionalLong.empty());
        }
        return samples;
    }

    /// Quantile over the latest changes, in milliseconds; empty if nothing changed lately.
    public synchronized OptionalLong quantile(double share, Instant now) {
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
        return OptionalLong.of(recent[Math.clamp((long) Math.ceil(share * found) - 1, 0, found - 1)]);
    }
}
