package io.livekube.hub.fleet;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.problem.Problem;
import io.livekube.hub.view.ObjectViews;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/// Objects of one kind that have a problem, and those that will have one if they do not change.
///
/// A change is evaluated as of the previous check, since no reader can have seen it earlier. So a problem that
/// begins after a reader saw the object is always reported by [#begun].
final class KindProblems {
    private static final int AT_ONCE = 100_000;
    private static final Duration BEFORE_FIRST = Duration.ofMinutes(5);
    private static final int YIELD_EACH = 200;

    private final ObjectViews.OfKind views;
    private final Map<ObjectKey, Problem.Severity> present = new HashMap<>();
    private final Map<ObjectKey, Problem> later = new HashMap<>();
    private int errors;
    private long position = -1;
    private Instant lastCheck = Instant.MIN;
    private volatile Optional<ProblemTracker.Counts> counts = Optional.empty();

    KindProblems(ObjectViews.OfKind views) {
        this.views = views;
    }

    /// Counts as of the last check; empty before the first one.
    Optional<ProblemTracker.Counts> counts() {
        return counts;
    }

    synchronized void catchUp(KindMirror kind, Instant now) {
        Optional<ChangeLog.Slice> stretch =
                position < 0 ? Optional.empty() : kind.log().read(position, AT_ONCE);
        if (stretch.isEmpty()) {
            checkAll(kind, now);
        } else if (!stretch.get().entries().isEmpty()) {
            for (LogEntry entry : stretch.get().entries()) {
                if (entry.type() == LogEntry.Type.DELETED) {
                    forget(entry.object().key());
                } else {
                    check(entry.object(), lastCheck);
                }
            }
            position = stretch.get().next();
            count();
        }
        lastCheck = now;
    }

    @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not preempted, so long work must yield
    private void checkAll(KindMirror kind, Instant now) {
        Snapshot state = kind.store().snapshot();
        OptionalLong behind = kind.log().positionAfter(state.resourceVersion());
        if (behind.isEmpty()) {
            return; // the log briefly lags behind the state
        }
        present.clear();
        later.clear();
        errors = 0;
        int checked = 0;
        for (KubeObject object : state.list()) {
            check(object, now.minus(BEFORE_FIRST));
            if (++checked % YIELD_EACH == 0) {
                Thread.yield();
            }
        }
        position = behind.getAsLong();
        count();
    }

    /// Returns the objects whose problem has begun by now, each once.
    synchronized List<ObjectKey> begun(Instant now) {
        List<ObjectKey> begun = later.entrySet().stream()
                .filter(entry -> entry.getValue().countsAt(now))
                .map(Map.Entry::getKey)
                .toList();
        for (ObjectKey key : begun) {
            add(key, Objects.requireNonNull(later.remove(key)));
        }
        if (!begun.isEmpty()) {
            count();
        }
        return begun;
    }

    private void check(KubeObject object, Instant asOf) {
        ObjectKey key = object.key();
        forget(key);
        views.view(object).problem().ifPresent(problem -> {
            if (problem.countsAt(asOf)) {
                add(key, problem);
            } else {
                later.put(key, problem);
            }
        });
    }

    private void add(ObjectKey key, Problem problem) {
        present.put(key, problem.severity());
        errors += problem.severity() == Problem.Severity.ERROR ? 1 : 0;
    }

    private void forget(ObjectKey key) {
        later.remove(key);
        errors -= present.remove(key) == Problem.Severity.ERROR ? 1 : 0;
    }

    private void count() {
        counts = Optional.of(new ProblemTracker.Counts(errors, present.size() - errors));
    }
}
