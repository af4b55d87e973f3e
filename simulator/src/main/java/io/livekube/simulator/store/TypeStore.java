package io.livekube.simulator.store;

import io.livekube.simulator.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The objects of one type in key order, each with its versions since the last compaction.
///
/// Readers walk the map without locks at a revision they read first: versions above it are skipped. Whether
/// that revision was compacted meanwhile is for the reader to check afterwards.
final class TypeStore {
    /// Before the path of a field that is no longer selectable; no path begins so.
    private static final String DROPPED = "~";

    final ChangeLog log = new ChangeLog();
    final ConcurrentSkipListMap<String, StoredObject> newest = new ConcurrentSkipListMap<>();
    volatile List<String> fieldPaths;
    final AtomicInteger live = new AtomicInteger();

    TypeStore(List<String> fieldPaths) {
        this.fieldPaths = List.copyOf(fieldPaths);
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

    /// Changes the selectable fields. Each keeps its place, also when it is dropped: open watches go by places.
    void select(List<String> wanted, StringCache strings) {
        List<String> places = new ArrayList<>();
        for (String place : fieldPaths) {
            String path = place.startsWith(DROPPED) ? place.substring(DROPPED.length()) : place;
            places.add(wanted.contains(path) ? path : DROPPED + path);
        }
        wanted.stream().filter(path -> !places.contains(path)).forEach(places::add);
        if (places.equals(fieldPaths)) {
            return;
        }
        for (StoredObject newestVersion : newest.values()) {
            for (StoredObject version = newestVersion; version != null; version = version.older()) {
                version.fields(FieldValues.of(version.toTree(), places, strings));
            }
        }
        fieldPaths = List.copyOf(places);
    }

    int headLength(ResourceType type) {
        return ObjectWriter.head(type).length;
    }

    void count(Change.Kind kind) {
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

    /// Forgets what only reads before a revision could see of one object.
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
