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

/// How a kind got from the state that the hub has to the present one, or as far as there is room.
///
/// Whatever happened to an object meanwhile is one edit, or none if it came and went. Edits are taken in
/// the order of their versions, so that a delta that had to stop half-way leads to a state that is complete
/// up to some version.
///
/// @param part what to send
/// @param sent what the hub will hold then
record NextDelta(Part.Delta part, Snapshot sent) {
    private record Versioned(Change change, long version) {}

    /// Everything that fits, oldest first.
    static NextDelta of(Source source, Snapshot sent, Snapshot now, Room room) {
        List<Versioned> waiting = byVersion(source, sent, now);
        return take(source, sent, now, waiting, waiting, room);
    }

    /// The same for events: of too many the oldest stand back.
    static NextDelta ofEvents(Source source, Snapshot sent, Snapshot now, Room room, EventLane lane) {
        List<Versioned> waiting = byVersion(source, sent, now);
        return take(source, sent, now, waiting, lane.choose(waiting), room);
    }

    private static List<Versioned> byVersion(Source source, Snapshot sent, Snapshot now) {
        var changes = new ArrayList<Versioned>();
        for (Change change : now.since(sent)) {
            changes.add(new Versioned(
                    change,
                    switch (change) {
                        case Change.Added(KubeObject object) -> object.resourceVersion();
                        case Change.Updated(KubeObject _, KubeObject object) -> object.resourceVersion();
                        case Change.Deleted(KubeObject object, boolean _) ->
                            source.removedAt().applyAsLong(object.key());
                    }));
        }
        changes.sort((a, b) -> Long.compareUnsigned(a.version(), b.version()));
        return changes;
    }

    private static NextDelta take(
            Source source, Snapshot sent, Snapshot now, List<Versioned> waiting, List<Versioned> chosen, Room room) {
        List<Edit> edits = new ArrayList<>();
        Draft next = sent.draft();
        for (Versioned each : chosen) {
            boolean fits = switch (each.change()) {
                case Change.Added(KubeObject object) -> room.take(object);
                case Change.Updated(KubeObject _, KubeObject object) -> room.takeUpdate(object);
                case Change.Deleted _ -> room.takeRemoval();
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
        edits.sort(Comparator.comparing(Edit::key)); // neighbours on the wire are near each other
        long version = versionAfter(edits.size(), waiting, chosen, sent, now);
        Snapshot after = next.at(version).snapshot();
        return new NextDelta(
                new Part.Delta(
                        source.resource(),
                        edits,
                        version,
                        OptionalLong.of(after.digest().total())),
                after);
    }

    private static Edit edit(Versioned each, Snapshot sent) {
        return switch (each.change()) {
            case Change.Added(KubeObject object) -> new Edit.Put(object, neighbour(object.key(), sent));
            case Change.Updated(KubeObject old, KubeObject object) -> new Edit.Put(object, Optional.of(old.key()));
            case Change.Deleted(KubeObject object, boolean _) -> new Edit.Remove(object.key(), each.version());
        };
    }

    /// An object that a new one probably resembles: the siblings of a replica set stand side by side.
    private static Optional<ObjectKey> neighbour(ObjectKey key, Snapshot sent) {
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

    /// As of which version the hub's state is after the first `taken` of those chosen.
    private static long versionAfter(
            int taken, List<Versioned> waiting, List<Versioned> chosen, Snapshot sent, Snapshot now) {
        if (taken == waiting.size()) {
            return now.resourceVersion();
        }
        boolean oldestFirst = taken > 0 && waiting.getFirst().equals(chosen.getFirst());
        return oldestFirst ? chosen.get(taken - 1).version() : sent.resourceVersion();
    }
}
