package io.livekube.core.informer;

import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.listwatch.VersionList;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.ObjectVersion;
import io.livekube.core.store.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Differences between a cache and the server at one moment. Some may be changes in flight, which only a second
/// comparison reveals.
final class AuditComparison {
    private static final long NONE = 0;

    /// @param held the version in the cache, 0 if there is none
    /// @param served the version of the server, 0 if there is none
    record Difference(long held, long served) {
        /// Whether the object no longer exists, rather than being missing or old.
        boolean ghost() {
            return served == NONE;
        }

        /// Whether a cache with this difference still lacks what it lacked in the first comparison. An object
        /// that changes often may be in flight both times, but with a different version each time.
        private boolean confirms(Difference first) {
            if (ghost() != first.ghost()) {
                return false;
            }
            boolean stillBehind = held != NONE && Long.compareUnsigned(held, first.served) < 0;
            return held == first.held || stillBehind;
        }
    }

    private final Map<ObjectKey, Difference> differences = new HashMap<>();

    /// Adds the differences of a part of the cache.
    ///
    /// @param wentBack whether the server's history was replaced, so that versions do not show which is newer
    void compare(VersionList server, Snapshot cache, CollectionScope scope, boolean wentBack) {
        Set<ObjectKey> known = new HashSet<>();
        for (ObjectVersion object : server.objects()) {
            known.add(object.key());
            long held = cache.get(object.key()).map(KubeObject::resourceVersion).orElse(NONE);
            boolean behind = wentBack
                    ? held != object.resourceVersion()
                    : Long.compareUnsigned(held, object.resourceVersion()) < 0;
            if (behind) {
                differences.put(object.key(), new Difference(held, object.resourceVersion()));
            }
        }
        for (KubeObject held : scope.namespace().isEmpty() ? cache.list() : cache.list(scope.namespace())) {
            boolean older = Long.compareUnsigned(held.resourceVersion(), server.resourceVersion()) <= 0;
            if ((older || wentBack) && !known.contains(held.key())) {
                differences.put(held.key(), new Difference(held.resourceVersion(), NONE));
            }
        }
    }

    boolean clean() {
        return differences.isEmpty();
    }

    /// The differences of an earlier comparison that persist.
    Map<ObjectKey, Difference> confirmed(AuditComparison first) {
        Map<ObjectKey, Difference> wrong = new HashMap<>(differences);
        wrong.entrySet().removeIf(now -> {
            Difference before = first.differences.get(now.getKey());
            return before == null || !now.getValue().confirms(before);
        });
        return wrong;
    }
}
