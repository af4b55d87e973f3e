package io.livekube.hub.fleet;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Changes to be sent, conflated: of each key the latest only, however long sending takes.
///
/// The changes up to a moment are sent as one state, in as many parts as it takes; later ones are part of the
/// next state, unless their key is still to be sent in this one. So a slow reader gets whole states, each newer
/// than the last, and takes no more memory than there are keys.
///
/// For one thread at a time.
final class Conflation<K, V> {
    private Map<K, V> waiting = new LinkedHashMap<>();
    private Map<K, V> sending = new LinkedHashMap<>();
    private long target;
    private long conflated;

    /// Records a change.
    void change(K key, V latest) {
        Map<K, V> where = sending.containsKey(key) ? sending : waiting;
        if (where.put(key, latest) != null) {
            conflated++;
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty() && sending.isEmpty();
    }

    /// Whether there is more of the state that is being sent.
    boolean more() {
        return !sending.isEmpty();
    }

    /// The next changes to send.
    ///
    /// @param version that is reached when all changes until now are sent
    List<Map.Entry<K, V>> next(int most, long version) {
        if (sending.isEmpty()) {
            Map<K, V> empty = sending;
            sending = waiting;
            waiting = empty;
            target = version;
        }
        List<Map.Entry<K, V>> part = new ArrayList<>(Math.min(most, sending.size()));
        Iterator<Map.Entry<K, V>> entries = sending.entrySet().iterator();
        while (part.size() < most && entries.hasNext()) {
            Map.Entry<K, V> entry = entries.next();
            part.add(Map.entry(entry.getKey(), entry.getValue()));
            entries.remove();
        }
        return part;
    }

    /// The version that is reached when there is no [#more].
    long target() {
        return target;
    }

    /// Changes that were replaced by later ones, since the last call.
    long takeConflated() {
        long count = conflated;
        conflated = 0;
        return count;
    }

    void clear() {
        waiting.clear();
        sending.clear();
    }
}
