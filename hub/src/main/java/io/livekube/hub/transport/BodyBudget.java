package io.livekube.hub.transport;

import java.util.concurrent.atomic.AtomicLong;

/// Memory budget shared by all request bodies.
final class BodyBudget {
    private final long bytes;
    private final AtomicLong used = new AtomicLong();

    BodyBudget(long bytes) {
        this.bytes = bytes;
    }

    Share share() {
        return new Share();
    }

    long used() {
        return used.get();
    }

    /// Part of the budget held by one body. Not thread-safe. May be closed repeatedly.
    final class Share implements AutoCloseable {
        private final AtomicLong taken = new AtomicLong();

        /// Reserves more memory; false if the budget is exhausted.
        boolean take(int more) {
            if (used.addAndGet(more) > bytes) {
                used.addAndGet(-more);
                return false;
            }
            taken.addAndGet(more);
            return true;
        }

        @Override
        public void close() {
            used.addAndGet(-taken.getAndSet(0));
        }
    }
}
