package io.livekube.core.watch;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Objects that a WatchList has delivered before its end bookmark.
///
/// Initial events arrive in no particular version order, and changes may arrive between them and the bookmark.
/// So there is no single version before which everything is old, but there is one per object: that of its last
/// event. For a deleted object it is the version of the deletion, so that a repeated earlier event does not
/// revive the object.
///
/// Holds one entry per object deleted during the initial events, which the reflector abandons if they
/// take too long.
final class InitialEvents {
    private final Map<ObjectKey, KubeObject> objects = new LinkedHashMap<>();
    private final Map<ObjectKey, Long> deletions = new HashMap<>();

    /// Meaning of an event.
    enum News {
        /// The first event of an object: the initial events continue.
        OBJECT,
        CHANGE,
        /// At or before the last version of the object; ignored.
        NONE
    }

    News applied(KubeObject object) {
        if (!isNews(object)) {
            return News.NONE;
        }
        boolean deleted = deletions.remove(object.key()) != null;
        boolean known = objects.put(object.key(), object) != null;
        return deleted || known ? News.CHANGE : News.OBJECT;
    }

    News deleted(KubeObject last) {
        if (!isNews(last)) {
            return News.NONE;
        }
        objects.remove(last.key());
        deletions.put(last.key(), last.resourceVersion());
        return News.CHANGE;
    }

    Collection<KubeObject> objects() {
        return objects.values();
    }

    private boolean isNews(KubeObject object) {
        KubeObject known = objects.get(object.key());
        long told = known != null ? known.resourceVersion() : deletions.getOrDefault(object.key(), 0L);
        return Long.compareUnsigned(object.resourceVersion(), told) > 0;
    }
}
