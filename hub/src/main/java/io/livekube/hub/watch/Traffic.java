package io.livekube.hub.watch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// What the watches of one cluster have been told.
public final class Traffic {
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder events = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    void opened() {
        open.incrementAndGet();
    }

    void closed() {
        open.decrementAndGet();
    }

    void sent(int moreEvents, int moreBytes) {
        events.add(moreEvents);
        bytes.add(moreBytes);
    }

    /// Watches that are open.
    public int open() {
        return open.get();
    }

    public long events() {
        return events.sum();
    }

    /// Before encryption; of what HTTP puts around it, chunks count.
    public long bytes() {
        return bytes.sum();
    }
}
