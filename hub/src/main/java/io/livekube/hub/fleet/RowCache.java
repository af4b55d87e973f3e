package io.livekube.hub.fleet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.livekube.core.model.KubeObject;
import java.time.Instant;

/// Cache of recently rendered rows, shared by all readers. Thread-safe.
public final class RowCache {
    private final Cache<Key, Row> rows;

    /// Objects and renderers are compared by identity, so that a lookup compares no contents.
    private record Key(KubeObject object, RowRenderer renderer) {}

    /// @param limit maximum size in bytes
    public RowCache(long limit) {
        this.rows = Caffeine.newBuilder()
                .maximumWeight(limit)
                .weigher((Key _, Row row) -> row.bytes())
                .executor(Runnable::run)
                .build();
    }

    /// The row of an object, rendered unless a current one is cached.
    public Row row(RowRenderer renderer, KubeObject object, Instant now) {
        var key = new Key(object, renderer);
        Row known = rows.getIfPresent(key);
        if (known == null || known.outdated(now)) {
            known = renderer.row(object, now);
            rows.put(key, known);
        }
        return known;
    }
}
