package io.livekube.hub.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Matches a query against one kind's columns and ranks the hits.
///
/// Each term scores by the best place where it is found: the complete name, its beginning, a word in it, a part
/// of it, any other field. Problems add a little, and then kinds that people deploy; together they never
/// outweigh a better place. Among equals, the newest object comes first, then the order of cluster, kind and
/// key.
///
/// Every matching object is counted. How well its name matches is evaluated only if that could make it one of
/// the best hits, which its first letters usually rule out.
final class KindScan {
    private static final int STEP = 20;
    private static final int ERROR = 8;
    private static final int WARNING = 4;

    /// Names are the slowest to read, so they come last; long terms match few objects, so they come first.
    private static final Comparator<Term> FEWEST_LEFT = Comparator.comparing(
                    (Term term) -> term.searches(SearchField.NAME))
            .thenComparing(term -> term.pattern().needle().length, Comparator.reverseOrder());

    private final KindIndex.Contents kind;
    private final IndexColumns columns;
    private final List<TermMatches> terms = new ArrayList<>();
    private final List<TermMatches> ranking = new ArrayList<>();
    private final long now;
    private int always;

    private KindScan(KindIndex.Contents kind, long now) {
        this.kind = kind;
        this.now = now;
        this.columns = kind.columns();
    }

    /// Adds the hits to the best ones.
    ///
    /// @param order order of the kind among all kinds: among equal hits, the earlier ones win
    /// @param room scratch space
    /// @param now time for which problems are evaluated, in seconds since the epoch
    static void run(KindIndex.Contents kind, int order, Query query, SlotBatch room, TopHits top, long now) {
        var scan = new KindScan(kind, now);
        if (scan.prepare(query)) {
            scan.slots(order, room, top);
        }
    }

    /// Evaluates what does not require looking at objects; false if nothing can match.
    private boolean prepare(Query query) {
        List<Term> ofObjects = new ArrayList<>();
        for (Term term : query.terms()) {
            if (term.field() == SearchField.KIND || term.field() == SearchField.CLUSTER) {
                always |= term.excluded() ? 0 : term.field().bit(); // otherwise it would be skipped
            } else {
                ofObjects.add(term);
            }
        }
        ofObjects.sort(FEWEST_LEFT);
        for (Term term : ofObjects) {
            var matches = new TermMatches(term, columns);
            boolean lookThrough =
                    terms.isEmpty() || !term.searches(SearchField.NAME); // other terms look only at the remaining slots
            if (!lookThrough || !matches.none()) {
                terms.add(matches);
            } else if (!term.excluded()) {
                return false;
            }
            if (!term.excluded()) {
                ranking.add(matches);
            }
        }
        return true;
    }

    private void slots(int order, SlotBatch selection, TopHits top) {
        int[] base = new int[columns.statuses.size()];
        for (int i = 0; i < base.length; i++) {
            base[i] = STEP * ranking.size() + kind.names().weight() + bonus(columns.statuses.get(i));
        }
        for (int from = 0; from < columns.slots(); from += SlotBatch.MOST) {
            selection.restart(columns, from);
            for (int i = 0; i < terms.size() && selection.size() > 0; i++) {
                terms.get(i).filterWithoutNames(selection, 1 << i);
            }
            for (int i = 0; i < terms.size() && selection.size() > 0; i++) {
                terms.get(i).readNames(selection, 1 << i);
            }
            top.count(selection.size());
            for (int i = 0; i < selection.size(); i++) {
                int slot = selection.slot(i);
                int status = columns.status[slot];
                int early = columns.hasProblemLater(slot, now) ? bonus(columns.statuses.get(status)) : 0;
                offer(slot, base[status] - early, (long) order << 32 | slot, top);
            }
        }
    }

    private void offer(int slot, int base, long order, TopHits top) {
        int created = columns.created[slot];
        int atMost = base;
        for (int i = 0; i < ranking.size(); i++) {
            atMost += STEP * ranking.get(i).nameQualityAtMost(slot);
        }
        if (!top.wants(atMost, created, order)) {
            return;
        }
        int score = base;
        for (TermMatches term : ranking) {
            score += STEP * term.nameQuality(slot);
        }
        if (top.wants(score, created, order)) {
            int fields = always;
            for (TermMatches term : ranking) {
                fields |= term.fields(slot);
            }
            ObjectStatus known = columns.statuses.get(columns.status[slot]);
            ObjectStatus status = columns.hasProblemLater(slot, now) ? known.withoutProblem() : known;
            top.add(new Hit(kind.cluster(), kind.kind(), columns.object(slot), status, score, created, fields), order);
        }
    }

    private static int bonus(ObjectStatus status) {
        return status.problem()
                .map(problem -> switch (problem.severity()) {
                    case ERROR -> ERROR;
                    case WARNING -> WARNING;
                })
                .orElse(0);
    }
}
