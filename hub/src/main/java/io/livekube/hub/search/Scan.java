package io.livekube.hub.search;

import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.List;

/// Matches a query against one kind's columns, and ranks what it finds.
///
/// Each term counts by the best place where it is found: all of the name, its beginning, a word in it, a
/// part of it, any other field. What is in trouble counts a bit more, then kinds that people deploy;
/// together they never outweigh a better place. Of equals the youngest comes first, then the order of
/// cluster, kind and key.
final class Scan {
    private static final int STEP = 20;
    private static final int ERROR = 8;
    private static final int WARNING = 4;

    private Scan() {}

    static void run(KindIndex.Contents kind, Query query, TopHits top) {
        Columns columns = kind.columns();
        List<TermMatches> matches = new ArrayList<>();
        int always = 0;
        for (Term term : query.terms()) {
            if (term.field() == Field.KIND || term.field() == Field.CLUSTER) {
                always |= term.excluded() ? 0 : term.field().bit(); // or nobody would look here
                continue;
            }
            TermMatches match = TermMatches.of(term, columns);
            if (!match.none()) {
                matches.add(match);
            } else if (!term.excluded()) {
                return;
            }
        }
        int[] bonus = columns.statuses.stream()
                .mapToInt(status -> kind.names().weight() + bonus(status))
                .toArray();
        slots(kind, matches.toArray(TermMatches[]::new), always, bonus, top);
    }

    private static void slots(KindIndex.Contents kind, TermMatches[] terms, int always, int[] bonus, TopHits top) {
        Columns columns = kind.columns();
        next:
        for (int slot = 0, size = columns.slots(); slot < size; slot++) {
            if (columns.isGone(slot)) {
                continue;
            }
            int profile = columns.profile[slot];
            int node = columns.nodeOf(slot);
            int status = columns.status[slot];
            int fields = always;
            int score = 0;
            for (TermMatches term : terms) {
                int found = term.fields(slot, profile, node, status);
                if (found == 0 != term.excluded) {
                    continue next;
                }
                fields |= found;
                score += found == 0 ? 0 : STEP * (1 + term.nameQuality(slot));
            }
            score += bonus[status];
            int created = columns.created[slot];
            if (top.counts(score, created)) {
                KubeObject object = columns.object(slot);
                top.add(new Hit(
                        kind.cluster(), kind.kind(), object, columns.statuses.get(status), score, created, fields));
            }
        }
    }

    private static int bonus(Status status) {
        return status.trouble()
                .map(trouble -> switch (trouble.severity()) {
                    case ERROR -> ERROR;
                    case WARNING -> WARNING;
                })
                .orElse(0);
    }
}
