package io.livekube.hub.admit;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Places for something that stays open: so many in all, and so many for each reader.
///
/// For any number of threads.
public final class Places {
    private final String what;
    private final int inAll;
    private final int perReader;
    private final AtomicInteger taken = new AtomicInteger();
    private final Map<String, Integer> ofReaders = new ConcurrentHashMap<>();

    /// @param what takes a place, as "watches"
    public Places(String what, int inAll, int perReader) {
        this.what = what;
        this.inAll = inAll;
        this.perReader = perReader;
    }

    /// Takes a place; why not, if there is none.
    public Optional<String> take(String reader) {
        if (taken.incrementAndGet() > inAll) {
            taken.decrementAndGet();
            return Optional.of("%,d %s are open, and no more are allowed".formatted(inAll, what));
        }
        if (ofReaders.merge(reader, 1, Integer::sum) > perReader) {
            giveBack(reader);
            return Optional.of("%,d %s of yours are open, and no more are allowed".formatted(perReader, what));
        }
        return Optional.empty();
    }

    /// Gives back a place that was taken.
    public void giveBack(String reader) {
        taken.decrementAndGet();
        ofReaders.computeIfPresent(reader, (_, count) -> count == 1 ? null : count - 1);
    }

    public int taken() {
        return taken.get();
    }
}
