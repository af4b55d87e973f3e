package io.livekube.simulator.store;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Changes of one type since the last compaction, in the order of their revisions.
///
/// Readers hold positions, not queues: a slow reader costs the writer nothing, and gets [Batch.Compacted] once
/// changes that it has not read are gone.
public final class RevisionLog {
    private static final int INITIAL_CAPACITY = 64;

    /// Result of a read at a position.
    public sealed interface Batch {
        /// Changes, and the position after them.
        record Changes(List<StoreChange> changes, long next) implements Batch {}

        /// Changes after the position were compacted: the reader must start over.
        record Compacted() implements Batch {}
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition appended = lock.newCondition();
    private @Nullable StoreChange[] ring = new @Nullable StoreChange[INITIAL_CAPACITY];
    private long first;
    private long next;
    private int waiting;
    private long wakeCalls;

    /// The position after the last change at or before a revision.
    public long positionAfter(long revision) {
        lock.lock();
        try {
            long low = first;
            long high = next;
            while (low < high) {
                long middle = (low + high) >>> 1;
                if (at(middle).revision() <= revision) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        } finally {
            lock.unlock();
        }
    }

    /// At most `limit` changes from a position on; none if the reader is at the end.
    public Batch read(long position, int limit) {
        lock.lock();
        try {
            if (position < first) {
                return new Batch.Compacted();
            }
            int count = (int) Math.min(limit, next - position);
            StoreChange[] changes = new StoreChange[count];
            for (int i = 0; i < count; i++) {
                changes[i] = at(position + i);
            }
            return new Batch.Changes(List.of(changes), position + count);
        } finally {
            lock.unlock();
        }
    }

    /// The number of wake-ups so far; a reader takes it before it checks the condition that it waits for.
    public long wakeCalls() {
        lock.lock();
        try {
            return wakeCalls;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there are changes at a position, readers are woken, or the timeout expires.
    ///
    /// @param calls the [#wakeCalls()] that the reader took before it last checked whether to continue
    public void await(long position, long calls, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            waiting++;
            try {
                while (position == next && calls == wakeCalls && left > 0) {
                    left = appended.awaitNanos(left);
                }
            } finally {
                waiting--;
            }
        } finally {
            lock.unlock();
        }
    }

    /// Wakes waiting readers, so that they check their other conditions.
    public void wakeReaders() {
        lock.lock();
        try {
            wakeCalls++;
            appended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void append(StoreChange change) {
        lock.lock();
        try {
            if (next - first == ring.length) {
                grow();
            }
            ring[slot(next++)] = change;
            if (waiting > 0) {
                appended.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    void dropFirst() {
        lock.lock();
        try {
            ring[slot(first++)] = null;
        } finally {
            lock.unlock();
        }
    }

    private StoreChange at(long position) {
        StoreChange change = ring[slot(position)];
        if (change == null) {
            throw new IllegalStateException("the log has no change at position " + position);
        }
        return change;
    }

    private int slot(long position) {
        return (int) (position & (ring.length - 1));
    }

    private void grow() {
        @Nullable StoreChange[] larger = new @Nullable StoreChange[ring.length * 2];
        for (long p = first; p < next; p++) {
            larger[(int) (p & (larger.length - 1))] = ring[slot(p)];
        }
        ring = larger;
    }
}
