package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// One index of one snapshot; immutable.
///
/// An entry is an object in the group of its value's hash, eight bytes. The value itself is not kept: a
/// lookup calls the function again for each object found by the hash.
///
/// @param failures counts objects for which the function threw, over all versions of this index
record Index(String name, IndexFunction function, LongAdder failures, SortedObjects entries) {
    /// An index over sorted objects.
    static Index build(String name, IndexFunction function, LongAdder failures, KubeObject[] sorted) {
        long[] entries = new long[sorted.length];
        int count = 0;
        var empty = new Index(name, function, failures, SortedObjects.EMPTY_GROUPED);
        for (int place = 0; place < sorted.length; place++) {
            Collection<String> values = empty.valuesOf(sorted[place], true);
            for (String value : values) {
                if (count == entries.length) {
                    entries = Arrays.copyOf(entries, count + count / 2 + 16);
                }
                entries[count++] = ((long) value.hashCode() << 32) | place;
            }
        }
        // By hash and then by place is by group and then by key, the order of the tree.
        Arrays.sort(entries, 0, count);
        KubeObject[] objects = new KubeObject[count];
        int[] groups = new int[count];
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || entries[i] != entries[i - 1]) {
                objects[distinct] = sorted[(int) entries[i]];
                groups[distinct++] = (int) (entries[i] >> 32);
            }
        }
        return empty.with(SortedObjects.of(Arrays.copyOf(objects, distinct), Arrays.copyOf(groups, distinct)));
    }

    /// This index over other objects.
    Index rebuild(KubeObject[] sorted) {
        return build(name, function, failures, sorted);
    }

    Index exchange(@Nullable KubeObject old, @Nullable KubeObject current) {
        Collection<String> before = old == null ? List.of() : valuesOf(old, false);
        Collection<String> after = current == null ? List.of() : valuesOf(current, true);
        SortedObjects next = entries;
        if (old != null) {
            for (String value : before) {
                if (!hasHashOf(after, value)) {
                    next = next.remove(value.hashCode(), old);
                }
            }
        }
        if (current != null) {
            for (String value : after) {
                next = next.put(value.hashCode(), current);
            }
        }
        return with(next);
    }

    List<KubeObject> lookUp(String value) {
        List<KubeObject> found = entries.inGroup(value.hashCode());
        for (KubeObject object : found) {
            if (!valuesOf(object, false).contains(value)) {
                return found.stream()
                        .filter(o -> valuesOf(o, false).contains(value))
                        .toList();
            }
        }
        return found;
    }

    private Index with(SortedObjects next) {
        return new Index(name, function, failures, next);
    }

    private static boolean hasHashOf(Collection<String> values, String value) {
        for (String other : values) {
            if (other.hashCode() == value.hashCode()) {
                return true;
            }
        }
        return false;
    }

    private Collection<String> valuesOf(KubeObject object, boolean count) {
        try {
            return List.copyOf(function.values(object));
        } catch (RuntimeException e) {
            // A function that fails on one object must not stop the stream of all others; the count tells its owner.
            if (count) {
                failures.increment();
            }
            return List.of();
        }
    }
}
