package io.livekube.hub.subscription;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Admission of subscriptions: a global limit, a limit per reader, and a suspension while the hub is short of
/// memory.
///
/// Thread-safe.
public final class ConcurrencyLimit {
    private final String what;
    private final int global;
    private final int perReader;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Integer> byReader = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private volatile Optional<String> suspended = Optional.empty();

    /// @param what plural noun for messages, for example "watches"
    public ConcurrencyLimit(String what, int global, int perReader) {
        this.what = what;
        this.global = global;
        this.perReader = perReader;
    }

    /// Admits a subscription of a reader.
    ///
    /// @return the reason for rejection; empty if admitted
    public Optional<String> admit(String reader) {
        Optional<String> why = suspended.or(() -> take(reader));
        why.ifPresent(_ -> refused.increment());
        return why;
    }

    private Optional<String> take(String reader) {
        if (open.incrementAndGet() > global) {
            open.decrementAndGet();
            return Optional.of("%,d %s are open, which is the limit".formatted(global, what));
        }
        if (byReader.merge(reader, 1, Integer::sum) > perReader) {
            release(reader);
            return Optional.of("you have %,d open %s, which is the limit".formatted(perReader, what));
        }
        return Optional.empty();
    }

    /// Releases the slot of an admitted subscription that has ended or did not start.
    public void release(String reader) {
        open.decrementAndGet();
        byReader.computeIfPresent(reader, (_, count) -> count == 1 ? null : count - 1);
    }

    /// Rejects all new subscriptions for a reason, until called without one.
    public void suspend(Optional<String> why) {
        suspended = why;
    }

    /// Number of admitted subscriptions.
    public int open() {
        return open.get();
    }

    /// Number of rejected subscriptions.
    public long refused() {
        return refused.sum();
    }
}
