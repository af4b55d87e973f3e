package io.livekube.hub.watch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Traffic of the watches of one cluster.
public final class WatchTraffic {
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

    /// Number of open watches.
    public int open() {
        return open.get();
    }

    public long events() {
        return events.sum();
    }

    /// Bytes before encryption, including HTTP/1.1 chunk headers.
    public long bytes() {
        return bytes.sum();
    }
}
