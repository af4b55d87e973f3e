package io.livekube.hub.search;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Field of an object that a term is matched against.
public enum SearchField {
    /// Names, namespaces, labels, images, nodes and status words.
    ANY(0, "", ""),
    NAME(1, "name", "name"),
    NAMESPACE(1 << 1, "namespace", "ns"),
    LABEL(1 << 2, "label", "label"),
    IMAGE(1 << 3, "image", "image"),
    NODE(1 << 4, "node", "node"),
    STATUS(1 << 5, "status", "status"),
    KIND(1 << 6, "kind", "kind"),
    CLUSTER(1 << 7, "cluster", "cluster");

    private final int bit;
    private final String word;
    private final String alias;

    SearchField(int bit, String word, String alias) {
        this.bit = bit;
        this.word = word;
        this.alias = alias;
    }

    /// The field with the given name or alias.
    static Optional<SearchField> named(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(field -> field != ANY && (field.word.equals(lower) || field.alias.equals(lower)))
                .findFirst();
    }

    /// Whether a word without a wildcard must match the complete text: `ns:prod` does not match `prod-eu`.
    boolean whole() {
        return this == KIND || this == CLUSTER || this == NAMESPACE;
    }

    /// The field's bit in the set of fields where a hit was found.
    int bit() {
        return bit;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
