package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.Collection;
import java.util.List;

/// Index function: the values under which an object is found, none, one or several.
///
/// Must return the same values for the same object every time, on any thread, and must not block: values are
/// not stored but computed again, by the writer when the object is removed and by readers to verify matches.
///
/// An object for which it throws a [RuntimeException] is in no value's list, and is counted by [Store#stats].
/// An [Error] propagates to the caller that adds the index, writes or reads, since the next call may succeed;
/// the store is unchanged. An informer stops, as after any bug.
@FunctionalInterface
public interface IndexFunction {
    Collection<String> values(KubeObject object);

    /// By the UID of each owner.
    static IndexFunction ownerUid() {
        return object -> object.owners().stream().map(o -> o.uid().toString()).toList();
    }

    /// By the UID of the one owner that controls the object.
    static IndexFunction controllerUid() {
        return object -> object.owners().stream()
                .filter(o -> o.controller())
                .map(o -> o.uid().toString())
                .toList();
    }

    /// By the node that a pod is bound to.
    static IndexFunction nodeName() {
        return field("spec.nodeName");
    }

    /// By a field that the kind's format extracts; objects without it are in no list.
    static IndexFunction field(String path) {
        return object -> object.field(path).map(List::of).orElse(List.of());
    }

    /// By the value of a label; objects without it are in no list.
    static IndexFunction label(String key) {
        return object -> object.labels().get(key).map(List::of).orElse(List.of());
    }
}
