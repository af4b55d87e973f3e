package io.livekube.hub.history;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Puts the changes of one step into the order in which they happened upstream, each with its own version.
///
/// Objects carry their versions. Deletions do not, but the agent reports most of their versions. For deletions
/// that it did not observe, for example during a relist, it reports one version for all, by which the objects
/// were gone. Each of these deletions took one revision after the last state and before the next, and before
/// the object's successor of the same name, if any. Each gets the latest such revision that no other event of
/// the kind has, so that every reader that may not know of the deletion receives it. The order among them is a
/// guess; each entry states by when the deletion had certainly happened.
final class Sequencer {
    private Sequencer() {}

    /// A deletion that was not observed, and the version before which it happened.
    private record Unobserved(KubeObject object, long before) {}

    /// Orders the changes of a step.
    ///
    /// @param deletions versions of deletions, where known
    /// @param after version of the state before the step
    /// @param upTo version of the state after the step
    /// @return empty if there is no such order: the version went backwards, or the changes don't fit between
    /// the states
    static Optional<List<LogEntry>> order(List<Change> changes, Map<ObjectKey, Long> deletions, long after, long upTo) {
        List<LogEntry> entries = new ArrayList<>(changes.size());
        List<Unobserved> unobserved = new ArrayList<>();
        Map<ObjectKey, Long> successors = new HashMap<>();
        Map<Long, Integer> uses = new HashMap<>();
        deletions.values().forEach(version -> uses.merge(version, 1, Integer::sum));
        for (Change change : changes) {
            switch (change) {
                case Change.Added(KubeObject object) -> {
                    successors.put(object.key(), object.resourceVersion());
                    uses.merge(object.resourceVersion(), 1, Integer::sum);
                }
                case Change.Updated(KubeObject _, KubeObject object) ->
                    uses.merge(object.resourceVersion(), 1, Integer::sum);
                case Change.Deleted _ -> {}
            }
        }
        for (Change change : changes) {
            switch (change) {
                case Change.Added(KubeObject object) ->
                    entries.add(
                            LogEntry.observed(object.resourceVersion(), LogEntry.Type.ADDED, object, Optional.empty()));
                case Change.Updated(KubeObject old, KubeObject object) ->
                    entries.add(LogEntry.observed(
                            object.resourceVersion(), LogEntry.Type.MODIFIED, object, Optional.of(old)));
                case Change.Deleted(KubeObject object, boolean _) -> {
                    Long successor = successors.get(object.key());
                    Long known = deletions.get(object.key());
                    boolean seen = known != null && between(known, after, upTo) && uses.getOrDefault(known, 0) == 1;
                    if (known != null && seen && successor == null) {
                        entries.add(deleted(object, known, known));
                    } else {
                        unobserved.add(new Unobserved(object, successor == null ? upTo + 1 : successor));
                    }
                }
            }
        }
        return place(unobserved, entries, after, upTo);
    }

    private static Optional<List<LogEntry>> place(
            List<Unobserved> unobserved, List<LogEntry> entries, long after, long upTo) {
        Set<Long> taken = new HashSet<>();
        for (LogEntry entry : entries) {
            if (!between(entry.version(), after, upTo) || !taken.add(entry.version())) {
                return Optional.empty();
            }
        }
        Collections.reverse(unobserved); // keeps the order of those with equal bounds
        unobserved.sort((a, b) -> Long.compareUnsigned(b.before(), a.before()));
        long free = upTo + 1;
        long last = 0;
        for (Unobserved deletion : unobserved) {
            free = min(free, deletion.before());
            do {
                free--;
            } while (taken.contains(free));
            if (Long.compareUnsigned(free, after) <= 0) {
                return Optional.empty();
            }
            last = last == 0 ? free : last; // all later revisions belong to other events
            entries.add(deleted(deletion.object(), free, min(last, deletion.before() - 1)));
        }
        entries.sort(Comparator.comparing(LogEntry::version, Long::compareUnsigned));
        return Optional.of(entries);
    }

    private static long min(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? a : b;
    }

    private static LogEntry deleted(KubeObject object, long version, long by) {
        return new LogEntry(version, by, LogEntry.Type.DELETED, object, Optional.empty());
    }

    private static boolean between(long version, long after, long upTo) {
        return Long.compareUnsigned(version, after) > 0 && Long.compareUnsigned(version, upTo) <= 0;
    }
}
