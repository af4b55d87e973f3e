package io.livekube.core.queue;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/// Keys with a timer, the earliest first, and those of the same time in the order in which they were set.
final class KeyTimers<K> {
    private final TreeSet<QueuedKey<K>> slots = new TreeSet<>(
            Comparator.<QueuedKey<K>>comparingLong(slot -> slot.timer).thenComparingLong(slot -> slot.timerNumber));
    private long set;

    int size() {
        return slots.size();
    }

    OptionalLong earliest() {
        return slots.isEmpty() ? OptionalLong.empty() : OptionalLong.of(slots.first().timer);
    }

    /// Sets the key's timer unless it has one that ends no later.
    void set(QueuedKey<K> slot, long time) {
        if (slot.timer != QueuedKey.NO_TIMER) {
            if (slot.timer <= time) {
                return;
            }
            slots.remove(slot);
        }
        slot.timer = time;
        slot.timerNumber = set++;
        slots.add(slot);
    }

    /// Removes the first key whose timer ended at `now` or before, with the time still in it; the caller
    /// clears it.
    Optional<QueuedKey<K>> pollEnded(long now) {
        if (slots.isEmpty() || slots.first().timer > now) {
            return Optional.empty();
        }
        return Optional.ofNullable(slots.pollFirst());
    }
}
