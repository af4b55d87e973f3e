package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.select.Selection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A part of a list, and what is behind it.
///
/// @param objects of the part, or all; to be gone through once
/// @param last the last object, if more come behind it
/// @param remaining how many come behind it, if that is known without looking at them
record Page(Iterator<KubeObject> objects, Optional<ObjectKey> last, OptionalLong remaining) {
    /// Cuts a page.
    ///
    /// @param namespace whose objects; empty for all
    /// @param after where to begin; empty for the beginning
    /// @param limit how many at most; 0 for all
    /// @param wanted which of them
    static Page cut(Snapshot state, String namespace, Optional<ObjectKey> after, int limit, Selection wanted) {
        List<KubeObject> rest = rest(state, namespace, after);
        if (limit == 0 || limit >= rest.size()) {
            Iterator<KubeObject> all = wanted.everything()
                    ? rest.iterator()
                    : rest.stream().filter(wanted).iterator();
            return new Page(all, Optional.empty(), OptionalLong.empty());
        }
        var objects = new ArrayList<KubeObject>(limit);
        boolean more = false;
        for (KubeObject object : rest) {
            if (!wanted.test(object)) {
                continue;
            }
            if (objects.size() == limit) {
                more = true;
                break;
            }
            objects.add(object);
        }
        return new Page(
                objects.iterator(),
                more ? Optional.of(objects.getLast().key()) : Optional.empty(),
                more && wanted.everything() ? OptionalLong.of(rest.size() - limit) : OptionalLong.empty());
    }

    private static List<KubeObject> rest(Snapshot state, String namespace, Optional<ObjectKey> after) {
        if (after.isEmpty()) {
            return namespace.isEmpty() ? state.list() : state.list(namespace);
        }
        int all = Math.max(1, state.size());
        return namespace.isEmpty()
                ? state.page(after.get(), all)
                : state.page(namespace, after.get().name(), all);
    }
}
