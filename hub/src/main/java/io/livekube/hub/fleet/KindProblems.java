package io.livekube.hub.fleet;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.problem.Problem;
import io.livekube.hub.problem.Problems;
import io.livekube.hub.problem.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The objects of one kind that have a problem, and those that will have one if nothing happens.
///
/// What has changed is judged as of the look before: nobody can have seen it earlier. So whatever turns
/// from right to wrong after somebody saw it is a suspect here before it is a problem.
final class KindProblems {
    private static final int AT_ONCE = 100_000;
    private static final Duration BEFORE_FIRST = Duration.ofMinutes(5);
    private static final int YIELD_EACH = 200;

    private final Map<ObjectKey, Problem.Severity> problems = new HashMap<>();
    private final Map<ObjectKey, Instant> suspects = new HashMap<>();
    private long position = -1;
    private Instant looked = Instant.MIN;
    private volatile Optional<ProblemWatch.Counts> counts = Optional.empty();

    /// How many there are, as of the last look; empty before the first one.
    Optional<ProblemWatch.Counts> counts() {
        return counts;
    }

    synchronized void catchUp(KindMirror kind, Instant now) {
        Optional<ChangeLog.Stretch> stretch =
                position < 0 ? Optional.empty() : kind.log().read(position, AT_ONCE);
        if (stretch.isEmpty()) {
            lookAtAll(kind, now);
        } else if (!stretch.get().entries().isEmpty()) {
            for (LogEntry entry : stretch.get().entries()) {
                if (entry.type() == LogEntry.Type.DELETED) {
                    forget(entry.object().key());
                } else {
                    judge(kind, entry.object(), looked);
                }
            }
            position = stretch.get().next();
            count();
        }
        looked = now;
    }

    @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not interrupted for others: long work must make room
    private void lookAtAll(KindMirror kind, Instant now) {
        Snapshot state = kind.store().snapshot();
        OptionalLong behind = kind.log().positionAfter(state.resourceVersion());
        if (behind.isEmpty()) {
            return; // the log is a moment behind the state
        }
        problems.clear();
        suspects.clear();
        int judged = 0;
        for (KubeObject object : state.list()) {
            judge(kind, object, now.minus(BEFORE_FIRST));
            if (++judged % YIELD_EACH == 0) {
                Thread.yield(); // others want the processor, too
            }
        }
        position = behind.getAsLong();
        count();
    }

    /// Those of the suspects that are found to have a problem by now.
    synchronized List<ObjectKey> turned(KindMirror kind, Instant now) {
        List<ObjectKey> due = suspects.entrySet().stream()
                .filter(suspect -> !now.isBefore(suspect.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        List<ObjectKey> turned = new ArrayList<>();
        Snapshot state = kind.store().snapshot();
        for (ObjectKey key : due) {
            suspects.remove(key);
            state.get(key).ifPresent(object -> {
                judge(kind, object, now);
                if (problems.containsKey(key)) {
                    turned.add(key);
                }
            });
        }
        if (!turned.isEmpty()) {
            count();
        }
        return turned;
    }

    private void judge(KindMirror kind, KubeObject object, Instant now) {
        ObjectKey key = object.key();
        Verdict verdict = Json.read(object)
                .map(content -> Problems.judge(kind.resource(), content, now))
                .orElse(Problems.UNREADABLE);
        forget(key);
        verdict.problem().ifPresent(problem -> problems.put(key, problem.severity()));
        verdict.until().ifPresent(until -> suspects.put(key, until));
    }

    private void forget(ObjectKey key) {
        problems.remove(key);
        suspects.remove(key);
    }

    private void count() {
        int errors = (int) problems.values().stream()
                .filter(severity -> severity == Problem.Severity.ERROR)
                .count();
        counts = Optional.of(new ProblemWatch.Counts(errors, problems.size() - errors));
    }
}
