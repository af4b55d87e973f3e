package io.livekube.core.handler;

import io.livekube.core.handler.HandlerBacklog.Delivery;
import io.livekube.core.handler.HandlerBacklog.Delivery.News;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Changes that a handler has not received yet, merged per key.
///
/// Inherently bounded: only objects that exist, or that the handler knows, can be pending; an object that appeared
/// and disappeared in between is dropped. Fair: a key keeps its place in the queue when it changes again.
final class PendingChanges {
    /// Backlog size above which the map is replaced afterwards, since maps do not shrink.
    private static final int MANY = 1_000;

    private LinkedHashMap<ObjectKey, News> byKey = new LinkedHashMap<>();
    private int most;
    private long coalesced;

    /// @param initial whether the change is part of the first whole state
    void offer(Change change, boolean initial) {
        ObjectKey key = change.object().key();
        News before = byKey.get(key);
        if (before == null) {
            byKey.put(
                    key,
                    initial && change instanceof Change.Added(KubeObject object)
                            ? new Delivery.Present(object)
                            : new Delivery.Changed(List.of(change)));
            most = Math.max(most, byKey.size());
            return;
        }
        Optional<News> merged = merge(before, change);
        coalesced += size(before) + 1 - merged.map(PendingChanges::size).orElse(0);
        if (merged.isEmpty()) {
            byKey.remove(key);
        } else {
            byKey.put(key, merged.get());
        }
    }

    /// The changes of the key that has waited longest: one change, or a deletion and the addition of its successor.
    Optional<Delivery> poll() {
        var first = byKey.pollFirstEntry();
        if (most > MANY && byKey.isEmpty()) {
            byKey = new LinkedHashMap<>();
            most = 0;
        }
        return first == null ? Optional.empty() : Optional.of(first.getValue());
    }

    boolean isPending(ObjectKey key) {
        return byKey.containsKey(key);
    }

    int size() {
        return byKey.size();
    }

    long coalesced() {
        return coalesced;
    }

    private static int size(News news) {
        return switch (news) {
            case Delivery.Present _ -> 1;
            case Delivery.Changed(List<Change> changes) -> changes.size();
        };
    }

    /// The merged change, if one is left. An object of the first state counts as initial until it is delivered,
    /// even if it has a newer version by then.
    private static Optional<News> merge(News before, Change next) {
        return switch (before) {
            case Delivery.Present _ ->
                next instanceof Change.Deleted ? Optional.empty() : Optional.of(new Delivery.Present(next.object()));
            case Delivery.Changed(List<Change> changes) ->
                Optional.of(merge(changes, next))
                        .filter(merged -> !merged.isEmpty())
                        .map(Delivery.Changed::new);
        };
    }

    private static List<Change> merge(List<Change> before, Change next) {
        Change last = before.getLast();
        KubeObject now = next.object();
        return switch (last) {
            case Change.Added _ when next instanceof Change.Deleted -> before.subList(0, before.size() - 1);
            case Change.Added _ -> replaceLast(before, new Change.Added(now));
            case Change.Updated(KubeObject old, KubeObject _)
            when next instanceof Change.Updated -> List.of(new Change.Updated(old, now));
            case Change.Updated _ -> List.of(next);
            case Change.Deleted _ -> List.of(last, next instanceof Change.Updated ? new Change.Added(now) : next);
        };
    }

    private static List<Change> replaceLast(List<Change> changes, Change last) {
        return changes.size() == 1 ? List.of(last) : List.of(changes.getFirst(), last);
    }
}
