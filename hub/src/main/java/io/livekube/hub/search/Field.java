package io.livekube.hub.search;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a term looks at.
public enum Field {
    /// Names, namespaces, labels, images, nodes and status words.
    ANY,
    NAME("name"),
    NAMESPACE("namespace", "ns"),
    LABEL("label"),
    IMAGE("image"),
    NODE("node"),
    STATUS("status"),
    KIND("kind"),
    CLUSTER("cluster");

    private final List<String> words;

    Field(String... words) {
        this.words = List.of(words);
    }

    /// The field that a word before a colon means.
    static Optional<Field> called(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(field -> field.words.contains(lower))
                .findFirst();
    }

    /// Whether a word without a glob must be all of the text: part of a kind's or a namespace's name is
    /// another's.
    boolean whole() {
        return this == KIND || this == CLUSTER || this == NAMESPACE;
    }

    /// Its bit in the set of fields in which something was found.
    int bit() {
        return 1 << ordinal();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
