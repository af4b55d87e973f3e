package io.livekube.hub.fleet;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Conflated changes to be sent: only the latest per key, however long sending takes.
///
/// The changes up to a moment are sent as one state, in as many parts as needed. Later changes belong to the
/// next state, unless their key is yet to be sent in this one. So a slow reader receives complete states, each
/// newer than the last, and needs memory only for one change per key.
///
/// Not thread-safe.
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

    /// Whether more of the current state remains to be sent.
    boolean more() {
        return !sending.isEmpty();
    }

    /// Takes the next changes to send.
    ///
    /// @param version reached when all changes recorded so far are sent
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

    /// The version reached when there is no [#more].
    long target() {
        return target;
    }

    /// Takes the number of changes superseded by later ones since the last call.
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
