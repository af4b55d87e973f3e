package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.ObjectRun;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.select.ObjectSelector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A page of a list.
///
/// @param objects objects of the page; can be iterated once
/// @param runs the same objects as runs, if no object is filtered out
/// @param last last object, if more pages follow
/// @param remaining number of remaining objects, if known without applying the selector
record ListPage(
        Iterator<KubeObject> objects,
        Optional<List<ObjectRun>> runs,
        Optional<ObjectKey> last,
        OptionalLong remaining) {
    /// Cuts a page.
    ///
    /// @param namespace namespace of the objects; empty for all
    /// @param after last object of the previous page; empty for the first page
    /// @param limit maximum number of objects; 0 for all
    /// @param wanted selector
    static ListPage cut(Snapshot state, String namespace, Optional<ObjectKey> after, int limit, ObjectSelector wanted) {
        List<KubeObject> rest = rest(state, namespace, after);
        if (wanted.everything()) {
            return cut(state, namespace, after, limit, rest);
        }
        if (limit == 0 || limit >= rest.size()) {
            return new ListPage(
                    rest.stream().filter(wanted).iterator(), Optional.empty(), Optional.empty(), OptionalLong.empty());
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
        return new ListPage(
                objects.iterator(),
                Optional.empty(),
                more ? Optional.of(objects.getLast().key()) : Optional.empty(),
                OptionalLong.empty());
    }

    private static ListPage cut(
            Snapshot state, String namespace, Optional<ObjectKey> after, int limit, List<KubeObject> rest) {
        boolean more = limit > 0 && limit < rest.size();
        List<KubeObject> page = more ? page(state, namespace, after, limit) : rest;
        return new ListPage(
                page.iterator(),
                Optional.of(Snapshot.runs(page)),
                more ? Optional.of(page.getLast().key()) : Optional.empty(),
                more ? OptionalLong.of(rest.size() - limit) : OptionalLong.empty());
    }

    private static List<KubeObject> rest(Snapshot state, String namespace, Optional<ObjectKey> after) {
        if (after.isEmpty()) {
            return namespace.isEmpty() ? state.list() : state.list(namespace);
        }
        return page(state, namespace, after, Math.max(1, state.size()));
    }

    private static List<KubeObject> page(Snapshot state, String namespace, Optional<ObjectKey> after, int limit) {
        if (namespace.isEmpty()) {
            return state.page(after.orElse(new ObjectKey("", "")), limit);
        }
        return state.page(namespace, after.map(ObjectKey::name).orElse(""), limit);
    }
}
