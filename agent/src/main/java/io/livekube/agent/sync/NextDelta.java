package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import io.livekube.core.store.Draft;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Difference between the hub's state of a kind and the current one, as far as it fits into the batch.
///
/// All changes of an object in between become one edit, or none if it was created and deleted. Edits are taken
/// in version order, so that even a delta that does not fit completely leads to a state that is complete up to
/// some version.
///
/// @param part the delta
/// @param sent the state that the hub holds after it
record NextDelta(Part.Delta part, Snapshot sent) {
    private record Versioned(Change change, long version) {}

    /// Everything that fits, oldest first.
    static NextDelta of(KindView kind, Snapshot sent, Snapshot now, BatchBudget budget) {
        List<Versioned> waiting = byVersion(kind, sent, now);
        return take(kind, sent, now, waiting, waiting, budget);
    }

    /// The same for events: if there are too many, the oldest are held back.
    static NextDelta ofEvents(KindView kind, Snapshot sent, Snapshot now, BatchBudget budget, EventThrottle throttle) {
        List<Versioned> waiting = byVersion(kind, sent, now);
        return take(kind, sent, now, waiting, throttle.choose(waiting), budget);
    }

    private static List<Versioned> byVersion(KindView kind, Snapshot sent, Snapshot now) {
        var changes = new ArrayList<Versioned>();
        for (Change change : now.since(sent)) {
            changes.add(new Versioned(
                    change,
                    switch (change) {
                        case Change.Added(KubeObject object) -> object.resourceVersion();
                        case Change.Updated(KubeObject _, KubeObject object) -> object.resourceVersion();
                        case Change.Deleted(KubeObject object, boolean _) ->
                            kind.removedAt().applyAsLong(object.key());
                    }));
        }
        changes.sort((a, b) -> Long.compareUnsigned(a.version(), b.version()));
        return changes;
    }

    private static NextDelta take(
            KindView kind,
            Snapshot sent,
            Snapshot now,
            List<Versioned> waiting,
            List<Versioned> chosen,
            BatchBudget budget) {
        List<Edit> edits = new ArrayList<>();
        Draft next = sent.draft();
        for (Versioned each : chosen) {
            boolean fits = switch (each.change()) {
                case Change.Added(KubeObject object) -> budget.take(object);
                case Change.Updated(KubeObject _, KubeObject object) -> budget.takeUpdate(object);
                case Change.Deleted _ -> budget.takeRemoval();
            };
            if (!fits) {
                break;
            }
            edits.add(edit(each, sent));
            if (each.change() instanceof Change.Deleted deleted) {
                next.remove(deleted.object().key());
            } else {
                next.put(each.change().object());
            }
        }
        edits.sort(Comparator.comparing(Edit::key)); // so that differences between ranks are small on the wire
        long version = versionAfter(edits.size(), waiting, chosen, sent, now);
        Snapshot after = next.at(version).snapshot();
        return new NextDelta(
                new Part.Delta(
                        kind.resource(),
                        edits,
                        version,
                        OptionalLong.of(after.digest().total())),
                after);
    }

    private static Edit edit(Versioned each, Snapshot sent) {
        return switch (each.change()) {
            case Change.Added(KubeObject object) -> new Edit.Put(object, neighbor(object.key(), sent));
            case Change.Updated(KubeObject old, KubeObject object) -> new Edit.Put(object, Optional.of(old.key()));
            case Change.Deleted(KubeObject object, boolean _) -> new Edit.Remove(object.key(), each.version());
        };
    }

    /// An object that a new one probably resembles: the pods of a replica set are neighbors.
    private static Optional<ObjectKey> neighbor(ObjectKey key, Snapshot sent) {
        if (sent.size() == 0) {
            return Optional.empty();
        }
        int place = sent.rank(key);
        ObjectKey before = sent.list().get(Math.max(0, place - 1)).key();
        ObjectKey after = sent.list().get(Math.min(sent.size() - 1, place)).key();
        return Optional.of(inCommon(before, key) >= inCommon(after, key) ? before : after);
    }

    private static int inCommon(ObjectKey a, ObjectKey b) {
        if (!a.namespace().equals(b.namespace())) {
            return -1;
        }
        int length = Math.min(a.name().length(), b.name().length());
        int i = 0;
        while (i < length && a.name().charAt(i) == b.name().charAt(i)) {
            i++;
        }
        return i;
    }

    /// The version of the hub's state after the first `taken` of the chosen changes.
    private static long versionAfter(
            int taken, List<Versioned> waiting, List<Versioned> chosen, Snapshot sent, Snapshot now) {
        if (taken == waiting.size()) {
            return now.resourceVersion();
        }
        boolean oldestFirst = taken > 0 && waiting.getFirst().equals(chosen.getFirst());
        return oldestFirst ? chosen.get(taken - 1).version() : sent.resourceVersion();
    }
}
