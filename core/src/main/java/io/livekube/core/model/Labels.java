package io.livekube.core.model;

import io.livekube.apimachinery.selector.LabelSet;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Immutable set of labels, sorted by key; a view of packed bytes.
public final class Labels implements LabelSet {
    public static final Labels NONE = new Labels(new String[0], new byte[] {0}, 0, 0);

    private final String[] symbols;
    private final byte[] bytes;
    private final int origin;
    private final int from;

    /// Labels that are packed in some bytes: their count, then key and value of each.
    ///
    /// @param origin place of the text that pieces refer to
    /// @param from place of their count
    Labels(String[] symbols, byte[] bytes, int origin, int from) {
        this.symbols = symbols;
        this.bytes = bytes;
        this.origin = origin;
        this.from = from;
    }

    public static Labels of(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return NONE;
        }
        var packed = new PackedWriter(null);
        packed.putLabels(new TreeMap<>(labels));
        return new Labels(NONE.symbols, packed.bytes(), 0, 0);
    }

    @Override
    public Optional<String> get(String key) {
        PackedText at = start();
        for (int left = at.takeNumber(); left > 0; left--) {
            if (at.takeTextAndCompare(key)) {
                return Optional.of(at.takeText());
            }
            at.skipText();
        }
        return Optional.empty();
    }

    public boolean isEmpty() {
        return bytes[from] == 0;
    }

    public Map<String, String> asMap() {
        SortedMap<String, String> map = new TreeMap<>();
        PackedText at = start();
        for (int left = at.takeNumber(); left > 0; left--) {
            map.put(at.takeText(), at.takeText());
        }
        return map;
    }

    private PackedText start() {
        return new PackedText(symbols, bytes, origin, from);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Labels that && asMap().equals(that.asMap());
    }

    @Override
    public int hashCode() {
        return asMap().hashCode();
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
