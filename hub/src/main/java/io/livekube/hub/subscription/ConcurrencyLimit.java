package io.livekube.hub.subscription;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Admission of subscriptions: a global cap, a cap per reader, and a stop while the hub is short of memory.
///
/// For any number of threads.
public final class ConcurrencyLimit {
    private final String what;
    private final int global;
    private final int perReader;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Integer> byReader = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private volatile Optional<String> suspended = Optional.empty();

    /// @param what is limited, for messages, as "watches"
    public ConcurrencyLimit(String what, int global, int perReader) {
        this.what = what;
        this.global = global;
        this.perReader = perReader;
    }

    /// Admits one more subscription of a reader.
    ///
    /// @return why not; empty if it was admitted
    public Optional<String> admit(String reader) {
        Optional<String> why = suspended.or(() -> take(reader));
        why.ifPresent(_ -> refused.increment());
        return why;
    }

    private Optional<String> take(String reader) {
        if (open.incrementAndGet() > global) {
            open.decrementAndGet();
            return Optional.of("%,d %s are open, and no more are allowed".formatted(global, what));
        }
        if (byReader.merge(reader, 1, Integer::sum) > perReader) {
            release(reader);
            return Optional.of("%,d %s of yours are open, and no more are allowed".formatted(perReader, what));
        }
        return Optional.empty();
    }

    /// Frees the slot of an admitted subscription that has ended, or did not start.
    public void release(String reader) {
        open.decrementAndGet();
        byReader.computeIfPresent(reader, (_, count) -> count == 1 ? null : count - 1);
    }

    /// Refuses all new subscriptions for a reason, until called with none.
    public void suspend(Optional<String> why) {
        suspended = why;
    }

    /// Subscriptions that are admitted now.
    public int open() {
        return open.get();
    }

    /// Subscriptions that were not admitted.
    public long refused() {
        return refused.sum();
    }
}
