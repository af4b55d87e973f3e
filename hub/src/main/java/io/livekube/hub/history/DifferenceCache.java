package io.livekube.hub.history;

import io.livekube.core.store.Snapshot;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Cache of differences between states: each pair is compared once for all readers, and at most two pairs at a
/// time.
///
/// All readers waiting for the version of one list ask when the mirror reaches it, and comparing complete
/// states occupies a core for tens of milliseconds. A difference is shared as long as a reader uses it, and is
/// not retained otherwise.
public final class DifferenceCache {
    private static final int AT_ONCE = 2;
    private static final int REMEMBERED = 8;

    private final Comparison comparison;
    private final Semaphore turns = new Semaphore(AT_ONCE);
    private final Deque<WeakReference<Difference>> latest = new ArrayDeque<>();

    /// Compares two states, as [StateDifference#between] does.
    public interface Comparison {
        Optional<List<LogEntry>> between(Snapshot known, Snapshot present, String namespace);
    }

    public DifferenceCache(Comparison comparison) {
        this.comparison = comparison;
    }

    /// The difference between two states, computed on first use.
    public synchronized Difference of(Snapshot known, Snapshot present, String namespace) {
        for (WeakReference<Difference> reference : latest) {
            Difference difference = reference.get();
            if (difference != null && difference.isOf(known, present, namespace)) {
                return difference;
            }
        }
        var difference = new Difference(known, present, namespace);
        if (latest.size() == REMEMBERED) {
            latest.removeFirst();
        }
        latest.addLast(new WeakReference<>(difference));
        return difference;
    }

    /// Difference between two states.
    public final class Difference {
        private final Snapshot known;
        private final Snapshot present;
        private final String namespace;
        private Optional<List<LogEntry>> entries = Optional.empty();
        private boolean compared;

        private Difference(Snapshot known, Snapshot present, String namespace) {
            this.known = known;
            this.present = present;
            this.namespace = namespace;
        }

        private boolean isOf(Snapshot one, Snapshot other, String in) {
            return known == one && present == other && namespace.equals(in);
        }

        /// Events ordered by version; empty if the first state does not lead to the second. May block until a
        /// comparison slot is free.
        public synchronized Optional<List<LogEntry>> entries() {
            if (!compared) {
                entries = compare();
                compared = true;
            }
            return entries;
        }

        private Optional<List<LogEntry>> compare() {
            turns.acquireUninterruptibly();
            try {
                return comparison.between(known, present, namespace);
            } finally {
                turns.release();
            }
        }
    }
}
