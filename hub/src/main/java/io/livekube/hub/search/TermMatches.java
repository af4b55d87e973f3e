package io.livekube.hub.search;

import org.jspecify.annotations.Nullable;

/// Where one term matches in one kind's columns: for each text that there is, worked out before any object
/// is looked at. An absent array stands for no match at all.
final class TermMatches {
    private static final int NAME_BIT = Field.NAME.bit();
    private static final int NODE_BIT = Field.NODE.bit();
    private static final int STATUS_BIT = Field.STATUS.bit();

    private final byte @Nullable [] names;
    private final byte @Nullable [] profiles;
    private final byte @Nullable [] nodes;
    private final boolean @Nullable [] statuses;
    final boolean excluded;

    private TermMatches(Term term, Columns columns) {
        TextPattern pattern = term.pattern();
        this.names = term.looksAt(Field.NAME) ? columns.names.match(pattern, TextArena.NO_SECOND_START) : null;
        this.nodes = term.looksAt(Field.NODE) ? columns.nodes.match(pattern) : null;
        this.profiles = profiles(
                columns,
                term.looksAt(Field.NAMESPACE) ? columns.namespaces.match(pattern) : null,
                term.looksAt(Field.LABEL) ? columns.labels.match(pattern) : null,
                term.looksAt(Field.IMAGE) ? columns.images.match(pattern) : null);
        this.statuses = term.looksAt(Field.STATUS) ? statuses(columns, pattern) : null;
        this.excluded = term.excluded();
    }

    static TermMatches of(Term term, Columns columns) {
        return new TermMatches(term, columns);
    }

    boolean none() {
        return names == null && profiles == null && nodes == null && statuses == null;
    }

    /// In which fields of an object the term is found, as bits of [Field].
    int fields(int slot, int profile, int node, int status) {
        int fields = names != null && names[slot] != 0 ? NAME_BIT : 0;
        if (profiles != null) {
            fields |= profiles[profile];
        }
        if (nodes != null && node >= 0 && nodes[node] != 0) {
            fields |= NODE_BIT;
        }
        if (statuses != null && statuses[status]) {
            fields |= STATUS_BIT;
        }
        return fields;
    }

    /// How well it matches the object's name.
    int nameQuality(int slot) {
        return names == null ? 0 : names[slot];
    }

    private static byte @Nullable [] profiles(
            Columns columns, byte @Nullable [] namespaces, byte @Nullable [] labels, byte @Nullable [] images) {
        if (namespaces == null && labels == null && images == null) {
            return null;
        }
        Profiles all = columns.profiles;
        byte[] found = new byte[all.size()];
        for (int i = 0; i < found.length; i++) {
            int from = all.start(i);
            int fields = namespaces != null && namespaces[all.at(from)] != 0 ? Field.NAMESPACE.bit() : 0;
            for (int place = from + 1; place < all.end(i); place++) {
                int number = all.at(place);
                if (number >= 0 ? labels != null && labels[number] != 0 : images != null && images[~number] != 0) {
                    fields |= number >= 0 ? Field.LABEL.bit() : Field.IMAGE.bit();
                }
            }
            found[i] = (byte) fields;
        }
        return found;
    }

    private static boolean @Nullable [] statuses(Columns columns, TextPattern pattern) {
        boolean[] found = null;
        for (int i = 0; i < columns.statuses.size(); i++) {
            if (columns.statuses.get(i).matches(pattern)) {
                if (found == null) {
                    found = new boolean[columns.statuses.size()];
                }
                found[i] = true;
            }
        }
        return found;
    }
}
