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

/// The objects of one kind that have a problem, and those that will have one if they do not change.
///
/// A change is judged as of the previous look: no reader can have seen it earlier. So a problem that begins
/// after a reader saw the object is always reported by [#turned].
final class KindProblems {
    private static final int AT_ONCE = 100_000;
    private static final Duration BEFORE_FIRST = Duration.ofMinutes(5);
    private static final int YIELD_EACH = 200;

    private final ObjectViews.OfKind views;
    private final Map<ObjectKey, Problem.Severity> present = new HashMap<>();
    private final Map<ObjectKey, Problem> later = new HashMap<>();
    private int errors;
    private long position = -1;
    private Instant looked = Instant.MIN;
    private volatile Optional<ProblemTracker.Counts> counts = Optional.empty();

    KindProblems(ObjectViews.OfKind views) {
        this.views = views;
    }

    /// How many there are, as of the last look; empty before the first one.
    Optional<ProblemTracker.Counts> counts() {
        return counts;
    }

    synchronized void catchUp(KindMirror kind, Instant now) {
        Optional<ChangeLog.Slice> stretch =
                position < 0 ? Optional.empty() : kind.log().read(position, AT_ONCE);
        if (stretch.isEmpty()) {
            lookAtAll(kind, now);
        } else if (!stretch.get().entries().isEmpty()) {
            for (LogEntry entry : stretch.get().entries()) {
                if (entry.type() == LogEntry.Type.DELETED) {
                    forget(entry.object().key());
                } else {
                    judge(entry.object(), looked);
                }
            }
            position = stretch.get().next();
            count();
        }
        looked = now;
    }

    @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not preempted: long work must make room
    private void lookAtAll(KindMirror kind, Instant now) {
        Snapshot state = kind.store().snapshot();
        OptionalLong behind = kind.log().positionAfter(state.resourceVersion());
        if (behind.isEmpty()) {
            return; // the log is a moment behind the state
        }
        present.clear();
        later.clear();
        errors = 0;
        int judged = 0;
        for (KubeObject object : state.list()) {
            judge(object, now.minus(BEFORE_FIRST));
            if (++judged % YIELD_EACH == 0) {
                Thread.yield();
            }
        }
        position = behind.getAsLong();
        count();
    }

    /// The objects whose problem has begun by now, each reported once.
    synchronized List<ObjectKey> turned(Instant now) {
        List<ObjectKey> turned = later.entrySet().stream()
                .filter(entry -> entry.getValue().countsAt(now))
                .map(Map.Entry::getKey)
                .toList();
        for (ObjectKey key : turned) {
            add(key, Objects.requireNonNull(later.remove(key)));
        }
        if (!turned.isEmpty()) {
            count();
        }
        return turned;
    }

    private void judge(KubeObject object, Instant asOf) {
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
