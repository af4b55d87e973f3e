package io.livekube.hub.http;

import io.livekube.core.store.ObjectRun;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Pieces of lists as they were last sent, so that what has not changed since is not made again.
///
/// Bounded by bytes: what was not asked for longest goes first. For any number of threads.
final class PackedRuns {
    private final long limit;
    private final Map<Key, Packed> kept = new LinkedHashMap<>(64, 0.75f, true);
    private long bytes;

    /// @param form how objects are written
    /// @param first whether it begins a list: all others begin with a comma
    record Key(ObjectRun run, String form, boolean first, boolean gzip) {}

    PackedRuns(long limit) {
        this.limit = limit;
    }

    Packed of(Key key, Supplier<Packed> make) {
        Optional<Packed> known = find(key);
        if (known.isPresent()) {
            return known.get();
        }
        Packed made = make.get();
        keep(key, made);
        return made;
    }

    private synchronized Optional<Packed> find(Key key) {
        return Optional.ofNullable(kept.get(key));
    }

    private synchronized void keep(Key key, Packed made) {
        Packed former = kept.put(key, made);
        bytes += cost(made) - (former == null ? 0 : cost(former));
        var oldest = kept.values().iterator();
        while (bytes > limit && oldest.hasNext()) {
            bytes -= cost(oldest.next());
            oldest.remove();
        }
    }

    private static long cost(Packed packed) {
        return packed.bytes().capacity() + 256L;
    }

    /// What they take.
    synchronized long bytes() {
        return bytes;
    }
}
