package io.livekube.hub.search;

import org.jspecify.annotations.Nullable;

/// The fields of each of the [FieldCombinations] in which a term is found, evaluated when the first object with
/// that combination is encountered.
final class CombinationMatches {
    /// Marks a combination as evaluated; this bit's field is not part of any combination.
    private static final int KNOWN = SearchField.NAME.bit();

    private final FieldCombinations profiles;
    private final byte[] known;
    private final @Nullable TextMatches namespaces;
    private final @Nullable TextMatches labels;
    private final @Nullable TextMatches images;

    CombinationMatches(Term term, IndexColumns columns) {
        this.profiles = columns.profiles;
        this.known = new byte[profiles.size()];
        TextPattern pattern = term.pattern();
        this.namespaces = term.searches(SearchField.NAMESPACE) ? columns.namespaces.matching(pattern) : null;
        this.labels = term.searches(SearchField.LABEL) ? columns.labels.matching(pattern) : null;
        this.images = term.searches(SearchField.IMAGE) ? columns.images.matching(pattern) : null;
    }

    /// The matching fields, as bits of [SearchField].
    int fields(int profile) {
        int fields = known[profile];
        if (fields == 0) {
            fields = find(profile) | KNOWN;
            known[profile] = (byte) fields;
        }
        return fields & ~KNOWN;
    }

    private int find(int profile) {
        int from = profiles.start(profile);
        int fields = namespaces != null && namespaces.is(profiles.at(from)) ? SearchField.NAMESPACE.bit() : 0;
        for (int place = from + 1; place < profiles.end(profile); place++) {
            int number = profiles.at(place);
            if (number >= 0 ? labels != null && labels.is(number) : images != null && images.is(~number)) {
                fields |= number >= 0 ? SearchField.LABEL.bit() : SearchField.IMAGE.bit();
            }
        }
        return fields;
    }

    /// Whether the term is found in any combination.
    boolean any() {
        for (int i = 0; i < known.length; i++) {
            if (fields(i) != 0) {
                return true;
            }
        }
        return false;
    }
}
