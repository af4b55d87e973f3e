package io.livekube.hub.transport;

import java.util.concurrent.atomic.AtomicLong;

/// The memory that bodies may take, all together.
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

    /// What one body has of it; for one thread at a time. Given back once, however often it is closed.
    final class Share implements AutoCloseable {
        private final AtomicLong taken = new AtomicLong();

        /// Takes more, or nothing if there is not as much.
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
