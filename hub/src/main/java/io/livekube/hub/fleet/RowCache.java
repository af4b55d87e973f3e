package io.livekube.hub.fleet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.livekube.core.model.KubeObject;
import java.time.Instant;

/// The rows made last, shared by all readers of the same; for any number of threads.
public final class RowCache {
    private final Cache<Key, Row> rows;

    /// Objects and forms are compared by identity, so that a look-up compares no contents.
    private record Key(KubeObject object, RowRenderer form) {}

    /// @param limit bytes to keep
    public RowCache(long limit) {
        this.rows = Caffeine.newBuilder()
                .maximumWeight(limit)
                .weigher((Key _, Row row) -> row.bytes())
                .executor(Runnable::run)
                .build();
    }

    /// The row of an object, made unless one is kept that is still true.
    public Row row(RowRenderer form, KubeObject object, Instant now) {
        var key = new Key(object, form);
        Row known = rows.getIfPresent(key);
        if (known == null || known.outdated(now)) {
            known = form.row(object, now);
            rows.put(key, known);
        }
        return known;
    }
}
