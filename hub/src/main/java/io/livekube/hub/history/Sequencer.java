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

/// Puts the changes of one step into the order in which they happened upstream, each with a version of its
/// own.
///
/// Objects carry their versions. Deletions do not: the agent tells most of them. Of those that nobody saw,
/// as when it has listed anew, it tells one version for all, by which they were gone: of each it is known
/// that it took one revision after the last state and before the next, and before its successor of the same
/// name if there is one. Each gets the latest such revision that no other event of the kind has: it is told
/// to whoever may not know of it. Which of several came when is a guess, and each says by when it had
/// happened for certain.
final class Sequencer {
    private Sequencer() {}

    /// A deletion without a version, which must come before a version.
    private record Unseen(KubeObject object, long before) {}

    /// Orders them.
    ///
    /// @param deletions the versions of those deletions that are known
    /// @param after the version of the state before
    /// @param upTo the version of the state after
    /// @return empty if there is no such order: the version went back, or the changes don't fit between the
    /// states
    static Optional<List<LogEntry>> order(List<Change> changes, Map<ObjectKey, Long> deletions, long after, long upTo) {
        List<LogEntry> entries = new ArrayList<>(changes.size());
        List<Unseen> unseen = new ArrayList<>();
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
                    entries.add(LogEntry.seen(object.resourceVersion(), LogEntry.Type.ADDED, object, Optional.empty()));
                case Change.Updated(KubeObject old, KubeObject object) ->
                    entries.add(
                            LogEntry.seen(object.resourceVersion(), LogEntry.Type.MODIFIED, object, Optional.of(old)));
                case Change.Deleted(KubeObject object, boolean _) -> {
                    Long successor = successors.get(object.key());
                    Long known = deletions.get(object.key());
                    boolean seen = known != null && between(known, after, upTo) && uses.getOrDefault(known, 0) == 1;
                    if (known != null && seen && successor == null) {
                        entries.add(deleted(object, known, known));
                    } else {
                        unseen.add(new Unseen(object, successor == null ? upTo + 1 : successor));
                    }
                }
            }
        }
        return place(unseen, entries, after, upTo);
    }

    private static Optional<List<LogEntry>> place(List<Unseen> unseen, List<LogEntry> entries, long after, long upTo) {
        Set<Long> taken = new HashSet<>();
        for (LogEntry entry : entries) {
            if (!between(entry.version(), after, upTo) || !taken.add(entry.version())) {
                return Optional.empty();
            }
        }
        Collections.reverse(unseen); // so that those of one bound stay in their order
        unseen.sort((a, b) -> Long.compareUnsigned(b.before(), a.before()));
        long free = upTo + 1;
        long last = 0;
        for (Unseen deletion : unseen) {
            free = min(free, deletion.before());
            do {
                free--;
            } while (taken.contains(free));
            if (Long.compareUnsigned(free, after) <= 0) {
                return Optional.empty();
            }
            last = last == 0 ? free : last; // all revisions behind it are others'
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
