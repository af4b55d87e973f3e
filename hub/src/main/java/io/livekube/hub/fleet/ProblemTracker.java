package io.livekube.hub.fleet;

import io.livekube.core.model.ObjectKey;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.problem.Problems;
import io.livekube.hub.view.ObjectViews;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/// Tracks problems in the kinds that are being watched, once for all readers. Thread-safe.
public final class ProblemTracker {
    private final ObjectViews views;
    private final Map<KindMirror, KindProblems> kinds = new WeakHashMap<>();

    /// Number of objects with a problem, by severity.
    public record Counts(int errors, int warnings) {
        static final Counts NONE = new Counts(0, 0);

        Counts plus(Counts more) {
            return new Counts(errors + more.errors, warnings + more.warnings);
        }
    }

    public ProblemTracker(ObjectViews views) {
        this.views = views;
    }

    /// Checks what has changed in a kind since the last call. The first call checks all objects, which may take
    /// a while.
    void catchUp(KindMirror kind, Instant now) {
        if (kind.synced() && Problems.possible(kind.resource())) {
            known(kind).catchUp(kind, now);
        }
    }

    /// The objects whose problem has begun since the last call although they have not changed.
    List<ObjectKey> begun(KindMirror kind, Instant now) {
        return Problems.possible(kind.resource()) ? known(kind).begun(now) : List.of();
    }

    /// Problem counts of a cluster; empty until all its synced kinds have been checked.
    Optional<Counts> counts(Cluster cluster) {
        List<Optional<Counts>> each = cluster.mirror().kinds().stream()
                .filter(kind -> kind.synced() && Problems.possible(kind.resource()))
                .map(kind -> find(kind).flatMap(KindProblems::counts))
                .toList();
        return each.isEmpty() || each.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : Optional.of(each.stream().flatMap(Optional::stream).reduce(Counts.NONE, Counts::plus));
    }

    private synchronized KindProblems known(KindMirror kind) {
        return kinds.computeIfAbsent(kind, of -> new KindProblems(views.of(of.resource())));
    }

    private synchronized Optional<KindProblems> find(KindMirror kind) {
        return Optional.ofNullable(kinds.get(kind));
    }
}
