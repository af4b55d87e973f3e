package io.livekube.hub.search;

import org.jspecify.annotations.Nullable;

/// Where one term matches in one kind's columns.
///
/// For texts that objects share it is worked out before any object is looked at: for each combination, node
/// and status. An absent array stands for no match at all. Names, which are nearly all different, are read
/// only where it depends on them whether an object is found, or how good it is.
final class TermMatches {
    private static final int NAME_BIT = Field.NAME.bit();
    private static final int NODE_BIT = Field.NODE.bit();
    private static final int STATUS_BIT = Field.STATUS.bit();

    private final Columns columns;
    private final TextPattern pattern;
    private final boolean byName;
    private final byte @Nullable [] profiles;
    private final byte @Nullable [] nodes;
    private final boolean @Nullable [] statuses;
    private final boolean excluded;

    TermMatches(Term term, Columns columns) {
        this.columns = columns;
        this.pattern = term.pattern();
        this.byName = term.looksAt(Field.NAME);
        this.nodes = term.looksAt(Field.NODE) ? columns.nodes.match(pattern) : null;
        this.profiles = profiles(
                columns,
                term.looksAt(Field.NAMESPACE) ? columns.namespaces.match(pattern) : null,
                term.looksAt(Field.LABEL) ? columns.labels.match(pattern) : null,
                term.looksAt(Field.IMAGE) ? columns.images.match(pattern) : null);
        this.statuses = term.looksAt(Field.STATUS) ? columns.statuses.match(pattern) : null;
        this.excluded = term.excluded();
    }

    /// Whether it is found nowhere, without a look at the names.
    boolean none() {
        return !byName && !isShared();
    }

    boolean excluded() {
        return excluded;
    }

    /// Whether names can tell anything of it.
    boolean byName() {
        return byName;
    }

    private boolean isShared() {
        return profiles != null || nodes != null || statuses != null;
    }

    /// Leaves only what the term leaves.
    void filter(Selection selection) {
        boolean missing = true;
        if (isShared()) {
            missing = lookUp(selection);
        } else {
            selection.noteNone();
        }
        if (missing && byName) {
            int first = selection.slot(0);
            int behind = selection.slot(selection.size() - 1) + 1;
            columns.names.find(pattern, first, behind, selection);
        }
        selection.keep(!excluded);
    }

    /// Notes where it is found in what objects share; tells whether some lack it.
    private boolean lookUp(Selection selection) {
        boolean missing = false;
        for (int i = 0; i < selection.size(); i++) {
            int slot = selection.slot(i);
            boolean found = (profiles != null && profiles[columns.profile[slot]] != 0)
                    || (statuses != null && statuses[columns.status[slot]])
                    || (nodes != null && isNode(nodes, slot));
            selection.note(slot, found);
            missing |= !found;
        }
        return missing;
    }

    private boolean isNode(byte[] matching, int slot) {
        int node = columns.nodeOf(slot);
        return node >= 0 && matching[node] != 0;
    }

    /// In which fields of an object the term is found, as bits of [Field].
    int fields(int slot) {
        int fields = nameQuality(slot) != TextPattern.NOWHERE ? NAME_BIT : 0;
        if (profiles != null) {
            fields |= profiles[columns.profile[slot]];
        }
        if (nodes != null && isNode(nodes, slot)) {
            fields |= NODE_BIT;
        }
        if (statuses != null && statuses[columns.status[slot]]) {
            fields |= STATUS_BIT;
        }
        return fields;
    }

    /// How well it matches the object's name.
    int nameQuality(int slot) {
        return byName ? columns.names.quality(pattern, slot) : TextPattern.NOWHERE;
    }

    /// How well it can match the object's name at most, at a glance.
    int nameQualityAtMost(int slot) {
        return byName ? columns.names.qualityAtMost(pattern, slot) : TextPattern.NOWHERE;
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
}
