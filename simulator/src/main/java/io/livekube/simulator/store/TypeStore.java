package io.livekube.simulator.store;

import io.livekube.apimachinery.selector.SelectableField;
import io.livekube.apimachinery.selector.SelectableFields;
import io.livekube.simulator.resource.ResourceType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The objects of one type in key order, each with its versions since the last compaction.
///
/// Readers iterate without locks at a revision that they read first, and skip newer versions. Afterwards they
/// check whether that revision has been compacted meanwhile.
final class TypeStore {
    final RevisionLog log = new RevisionLog();
    final ConcurrentSkipListMap<String, StoredObject> newest = new ConcurrentSkipListMap<>();
    volatile SelectableFields selectable;

    /// Names of the fields whose values are extracted. A name keeps its index for good, because open watches
    /// refer to it.
    volatile List<String> extracted;

    final AtomicInteger live = new AtomicInteger();

    TypeStore(SelectableFields selectable) {
        this.selectable = selectable;
        this.extracted = extracted(selectable).toList();
    }

    private static Stream<String> extracted(SelectableFields selectable) {
        return selectable.fields().entrySet().stream()
                .filter(field -> !(field.getValue() instanceof SelectableField.Key))
                .map(Map.Entry::getKey)
                .sorted();
    }

    /// @throws io.livekube.apimachinery.selector.InvalidSelectorException if there is no such field
    StoredField field(String name) {
        return switch (selectable.find(name)) {
            case SelectableField.Key.NAME -> StoredField.NAME;
            case SelectableField.Key.NAMESPACE -> StoredField.NAMESPACE;
            case SelectableField _ -> new StoredField(extracted.indexOf(name));
        };
    }

    @Nullable
    StoredObject current(String key) {
        StoredObject object = newest.get(key);
        return object == null || object.deleted() ? null : object;
    }

    /// The version that was current at a revision, if the object existed then.
    static @Nullable StoredObject at(@Nullable StoredObject version, long revision) {
        while (version != null && version.revision() > revision) {
            version = version.older();
        }
        return version == null || version.deleted() ? null : version;
    }

    /// Changes the selectable fields, also for the objects that exist.
    void select(SelectableFields wanted, StringCache strings) {
        if (wanted.equals(selectable)) {
            return;
        }
        List<String> names =
                Stream.concat(extracted.stream(), extracted(wanted)).distinct().toList();
        for (StoredObject newestVersion : newest.values()) {
            for (StoredObject version = newestVersion; version != null; version = version.older()) {
                version.fields(FieldValues.of(version.toTree(), names, wanted, strings));
            }
        }
        extracted = names;
        selectable = wanted;
    }

    int headLength(ResourceType type) {
        return ObjectWriter.head(type).length;
    }

    void count(StoreChange.Kind kind) {
        switch (kind) {
            case ADDED -> live.incrementAndGet();
            case DELETED -> live.decrementAndGet();
            case MODIFIED -> {}
        }
    }

    void put(StoredObject object) {
        String key = object.key();
        StoredObject previous = newest.get(key);
        object.older(previous);
        newest.put(key, object);
    }

    /// Drops the versions of one object that only reads before a revision could see.
    void compact(String key, long revision) {
        StoredObject newer = null;
        StoredObject version = newest.get(key);
        while (version != null && version.revision() > revision) {
            newer = version;
            version = version.older();
        }
        if (version == null) {
            return;
        }
        version.older(null);
        if (version.deleted()) {
            if (newer == null) {
                newest.remove(key);
            } else {
                newer.older(null);
            }
        }
    }
}
