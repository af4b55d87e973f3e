package io.livekube.hub.fleet;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Changes that wait to be told: of each key the latest only, however long that takes.
///
/// What has come until a moment is told in one go, in as many parts as it takes; what comes meanwhile is
/// told in the next, unless its key is still to be told in this one. So a slow reader gets whole states,
/// each newer than the last, and takes no more memory than there are keys.
///
/// For one thread at a time.
final class Conflation<K, V> {
    private Map<K, V> waiting = new LinkedHashMap<>();
    private Map<K, V> telling = new LinkedHashMap<>();
    private long target;
    private long conflated;

    /// Something is as it is since.
    void change(K key, V latest) {
        Map<K, V> where = telling.containsKey(key) ? telling : waiting;
        if (where.put(key, latest) != null) {
            conflated++;
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty() && telling.isEmpty();
    }

    /// Whether there is more of what is being told.
    boolean more() {
        return !telling.isEmpty();
    }

    /// The next to tell.
    ///
    /// @param version that is reached when all that has come until now is told
    List<Map.Entry<K, V>> next(int most, long version) {
        if (telling.isEmpty()) {
            Map<K, V> empty = telling;
            telling = waiting;
            waiting = empty;
            target = version;
        }
        List<Map.Entry<K, V>> part = new ArrayList<>(Math.min(most, telling.size()));
        Iterator<Map.Entry<K, V>> entries = telling.entrySet().iterator();
        while (part.size() < most && entries.hasNext()) {
            Map.Entry<K, V> entry = entries.next();
            part.add(Map.entry(entry.getKey(), entry.getValue()));
            entries.remove();
        }
        return part;
    }

    /// The version that is reached when nothing [#more] is to be told.
    long target() {
        return target;
    }

    /// Changes that nobody will hear of, since the last call.
    long takeConflated() {
        long count = conflated;
        conflated = 0;
        return count;
    }

    void clear() {
        waiting.clear();
        telling.clear();
    }
}
