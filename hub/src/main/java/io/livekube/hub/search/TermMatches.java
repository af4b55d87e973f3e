package io.livekube.hub.search;

import org.jspecify.annotations.Nullable;

/// The matches of one term in one kind's columns.
///
/// Shared texts are matched once each, when the first object that uses them is encountered: later terms look
/// only at what earlier ones left. Names are nearly all different, so they are read only where a match or a
/// rank depends on them and their [LetterPairs] leave it open.
final class TermMatches {
    private static final int NAME_BIT = SearchField.NAME.bit();
    private static final int NODE_BIT = SearchField.NODE.bit();
    private static final int STATUS_BIT = SearchField.STATUS.bit();

    /// With this many adjacent slots or more, all names are searched in one pass instead of one by one.
    private static final int WORTH_ALL = SlotBatch.MOST / 4;

    private final IndexColumns columns;
    private final TextPattern pattern;
    private final boolean byName;
    private final boolean excluded;

    /// Null for fields that the term does not search.
    private @Nullable CombinationMatches profiles;

    private @Nullable TextMatches nodes;
    private @Nullable TextMatches statuses;

    TermMatches(Term term, IndexColumns columns) {
        this.columns = columns;
        this.pattern = term.pattern();
        this.byName = term.searches(SearchField.NAME);
        this.excluded = term.excluded();
        this.nodes = term.searches(SearchField.NODE) ? columns.nodes.matching(pattern) : null;
        this.statuses = term.searches(SearchField.STATUS) ? columns.statuses.matching(pattern) : null;
        boolean inProfiles = term.searches(SearchField.NAMESPACE)
                || term.searches(SearchField.LABEL)
                || term.searches(SearchField.IMAGE);
        this.profiles = inProfiles ? new CombinationMatches(term, columns) : null;
    }

    /// Matches all shared texts and drops fields without a match; true if no object can match, because names do
    /// not count either.
    boolean none() {
        nodes = nodes != null && nodes.any() ? nodes : null;
        statuses = statuses != null && statuses.any() ? statuses : null;
        profiles = profiles != null && profiles.any() ? profiles : null;
        return !byName && nothingShared();
    }

    private boolean nothingShared() {
        return profiles == null && nodes == null && statuses == null;
    }

    /// Drops slots that the term rules out without reading names.
    ///
    /// @param term bit of the term
    void filterWithoutNames(SlotBatch selection, int term) {
        if (nothingShared() && !pattern.hasPairs()) {
            selection.openAll(term);
            return;
        }
        int kept = 0;
        for (int i = 0; i < selection.size(); i++) {
            int slot = selection.slot(i);
            boolean found = isShared(slot);
            boolean open = !found && byName && columns.names.mayMatch(pattern, slot);
            selection.move(i, kept, open ? term : 0);
            kept += (open || found != excluded) ? 1 : 0;
        }
        selection.cut(kept);
    }

    private boolean isShared(int slot) {
        return (profiles != null && profiles.fields(columns.profile[slot]) != 0)
                || (statuses != null && statuses.is(columns.status[slot]))
                || (nodes != null && isNode(nodes, slot));
    }

    /// Decides, by name, the slots that [#filterWithoutNames] left open.
    void readNames(SlotBatch selection, int term) {
        if (!selection.isOpen(term)) {
            return;
        }
        boolean atOnce = !pattern.hasPairs() && selection.size() >= WORTH_ALL;
        if (atOnce) {
            selection.clearMarks();
            int behind = selection.slot(selection.size() - 1) + 1;
            columns.names.find(pattern, selection.slot(0), behind, selection);
        }
        int kept = 0;
        for (int i = 0; i < selection.size(); i++) {
            int slot = selection.slot(i);
            boolean keep = true;
            if (selection.isOpen(i, term)) {
                boolean found = atOnce ? selection.isMarked(slot) : columns.names.matches(pattern, slot);
                keep = found != excluded;
            }
            selection.move(i, kept, 0);
            kept += keep ? 1 : 0;
        }
        selection.cut(kept);
    }

    private boolean isNode(TextMatches matching, int slot) {
        int node = columns.nodeOf(slot);
        return node >= 0 && matching.is(node);
    }

    /// The fields of an object in which the term is found, as bits of [SearchField].
    int fields(int slot) {
        int fields = nameQuality(slot) != TextPattern.NO_MATCH ? NAME_BIT : 0;
        if (profiles != null) {
            fields |= profiles.fields(columns.profile[slot]);
        }
        if (nodes != null && isNode(nodes, slot)) {
            fields |= NODE_BIT;
        }
        if (statuses != null && statuses.is(columns.status[slot])) {
            fields |= STATUS_BIT;
        }
        return fields;
    }

    /// How well the term matches the object's name.
    int nameQuality(int slot) {
        return byName ? columns.names.quality(pattern, slot) : TextPattern.NO_MATCH;
    }

    /// Upper bound on how well the term can match the object's name, judging by letter pairs.
    int nameQualityAtMost(int slot) {
        return byName ? columns.names.qualityAtMost(pattern, slot) : TextPattern.NO_MATCH;
    }
}
