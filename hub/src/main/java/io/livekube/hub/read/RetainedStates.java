package io.livekube.hub.read;

import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// States that pages were cut from, for the pages behind them, and states that were fetched, for the
/// watches that go on from them.
///
/// A state of the mirror costs what has changed since; one that was fetched may cost all of itself, and is
/// counted in bytes. Whatever exceeds a limit of [ListConfig] pushes out the oldest. For any number of
/// threads.
final class RetainedStates {
    private record Kind(Cluster cluster, Resource resource) {}

    /// @param clusterUid of which cluster, as far as the agent had said it; another may get the same name
    /// @param namespace what the state has all of; empty for the whole kind
    private record Kept(String clusterUid, String namespace, ReadResult view, long bytes, Instant at) {
        boolean of(Cluster cluster) {
            return clusterUid.isEmpty() || clusterUid.equals(uid(cluster));
        }

        boolean covers(String wanted) {
            return namespace.isEmpty() || namespace.equals(wanted);
        }
    }

    private final ListConfig config;
    private final Map<Kind, Deque<Kept>> byKind = new HashMap<>();
    private int count;
    private long bytes;

    RetainedStates(ListConfig config) {
        this.config = config;
    }

    /// Keeps a state for as long as the configuration says from now on.
    void keep(Cluster cluster, ReadTarget target, ReadResult view, Instant now) {
        boolean fetched = view.provenance().source() == Provenance.Source.FETCH;
        var kept = new Kept(
                uid(cluster),
                fetched ? target.namespace() : "",
                view,
                fetched ? view.state().footprint().totalBytes() : 0, // a walk over all objects: before the lock
                now);
        keep(cluster, target, kept);
    }

    private synchronized void keep(Cluster cluster, ReadTarget target, Kept kept) {
        ReadResult view = kept.view();
        expire(kept.at());
        var kind = new Kind(cluster, target.resource());
        Deque<Kept> states = byKind.computeIfAbsent(kind, _ -> new ArrayDeque<>());
        states.stream()
                .filter(old ->
                        old.namespace().equals(kept.namespace()) && old.view().version() == view.version())
                .findFirst()
                .ifPresent(same -> {
                    states.remove(same);
                    forget(same);
                });
        states.addLast(kept);
        count++;
        bytes += kept.bytes();
        while (states.size() > config.keptPerKind()) {
            forget(states.removeFirst());
        }
        while (count > config.kept()) {
            dropOldest(_ -> true);
        }
        while (bytes > config.fetchedBytes()) {
            dropOldest(old -> old.bytes() > 0);
        }
    }

    /// The state of a version that has all of a list, as old as it is by now.
    synchronized Optional<ReadResult> find(Cluster cluster, ReadTarget target, long version, Instant now) {
        expire(now);
        Deque<Kept> states = byKind.getOrDefault(new Kind(cluster, target.resource()), new ArrayDeque<>());
        return states.stream()
                .filter(kept -> kept.view().version() == version && kept.covers(target.namespace()) && kept.of(cluster))
                .findFirst()
                .map(kept -> kept.view().later(Duration.between(kept.at(), now)));
    }

    private static String uid(Cluster cluster) {
        return cluster.mirror().agent().map(Part.Hello::clusterUid).orElse("");
    }

    /// How many are kept.
    synchronized int size() {
        return count;
    }

    /// Lets go of what is kept for long enough: otherwise it would stay until somebody pages again.
    synchronized void expire(Instant now) {
        Instant oldest = now.minus(config.keep());
        byKind.values().removeIf(states -> {
            while (!states.isEmpty() && states.getFirst().at().isBefore(oldest)) {
                forget(states.removeFirst());
            }
            return states.isEmpty();
        });
    }

    private void dropOldest(Predicate<Kept> which) {
        Kept oldest = byKind.values().stream()
                .flatMap(Deque::stream)
                .filter(which)
                .min(Comparator.comparing(Kept::at))
                .orElseThrow();
        byKind.values().forEach(states -> states.remove(oldest));
        forget(oldest);
    }

    private void forget(Kept kept) {
        count--;
        bytes -= kept.bytes();
    }
}
