package io.livekube.core.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// An immutable set of labels, sorted by key. Equal sets are shared between objects, so each costs one reference.
public final class Labels {
    public static final Labels NONE = new Labels(new String[0]);

    /// Keys at even places, their values behind them.
    private final String[] pairs;

    private Labels(String[] pairs) {
        this.pairs = pairs;
    }

    public static Labels of(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return NONE;
        }
        String[] pairs = new String[labels.size() * 2];
        int i = 0;
        for (var label : new TreeMap<>(labels).entrySet()) {
            pairs[i++] = label.getKey();
            pairs[i++] = label.getValue();
        }
        return new Labels(pairs);
    }

    public Optional<String> get(String key) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                return Optional.of(pairs[i + 1]);
            }
        }
        return Optional.empty();
    }

    public boolean isEmpty() {
        return pairs.length == 0;
    }

    public Map<String, String> asMap() {
        var map = new TreeMap<String, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Labels that && Arrays.equals(pairs, that.pairs);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(pairs);
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
