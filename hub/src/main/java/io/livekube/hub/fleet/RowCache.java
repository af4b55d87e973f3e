package io.livekube.hub.fleet;

import io.livekube.core.model.KubeObject;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// The rows that were made last, for all readers that are about to need the same; for any number of
/// threads.
public final class RowCache {
    private final long limit;
    private final Map<Key, Row> rows = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /// Objects and forms are the same only if they are one, so that finding a row compares nothing.
    private record Key(KubeObject object, RowForm form) {}

    /// @param limit bytes to keep
    public RowCache(long limit) {
        this.limit = limit;
    }

    /// The row of an object, made if need be.
    public Row row(RowForm form, KubeObject object, Instant now) {
        var key = new Key(object, form);
        synchronized (this) {
            Row known = rows.get(key);
            if (known != null && !known.outdated(now)) {
                return known;
            }
        }
        Row made = form.row(object, now);
        synchronized (this) {
            Row before = rows.put(key, made);
            bytes += made.bytes() - (before == null ? 0 : before.bytes());
            Iterator<Row> oldest = rows.values().iterator();
            while (bytes > limit && oldest.hasNext()) {
                bytes -= oldest.next().bytes();
                oldest.remove();
            }
        }
        return made;
    }
}
