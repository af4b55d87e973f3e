package io.livekube.hub.watch;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.mirror.KindMirror;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Everybody who watches one kind of one cluster: by what they want, and by event loop.
///
/// News wake each event loop once, however much of it there is before the loop gets round to it; then all
/// of its watchers are written to in one go.
final class Topic {
    private final Cluster cluster;
    private final KindMirror kind;
    private final FrameBudget budget;
    private final Traffic traffic;
    private final Consumer<Loss> losses;
    private final Map<Wish, Members> groups = new ConcurrentHashMap<>();
    private final Map<Loop, Lane> lanes = new ConcurrentHashMap<>();

    /// What a group wants, and how.
    private record Wish(WatchFilter filter, FrameEncoder encoder) {}

    /// @param count how many watchers have it
    private record Members(SharedFrames frames, int count) {}

    Topic(Cluster cluster, KindMirror kind, FrameBudget budget, Traffic traffic, Consumer<Loss> losses) {
        this.cluster = cluster;
        this.kind = kind;
        this.budget = budget;
        this.traffic = traffic;
        this.losses = losses;
        kind.log().onNews(this::news);
    }

    Cluster cluster() {
        return cluster;
    }

    KindMirror kind() {
        return kind;
    }

    Traffic traffic() {
        return traffic;
    }

    /// Counts a watch that was lost.
    void lost(Loss why) {
        losses.accept(why);
    }

    /// Joins those who want the same.
    SharedFrames join(WatchFilter filter, FrameEncoder encoder) {
        return groups.compute(
                        new Wish(filter, encoder),
                        (wish, members) -> members == null
                                ? new Members(new SharedFrames(kind.log(), wish.filter(), wish.encoder(), budget), 1)
                                : new Members(members.frames(), members.count() + 1))
                .frames();
    }

    void leave(SharedFrames frames) {
        groups.computeIfPresent(new Wish(frames.filter(), frames.encoder()), (_, members) -> {
            if (members.count() > 1) {
                return new Members(members.frames(), members.count() - 1);
            }
            members.frames().forget();
            return null;
        });
    }

    /// The watchers of one event loop.
    Lane lane(Loop loop) {
        return lanes.computeIfAbsent(loop, Lane::new);
    }

    /// Whether what has been told is what there is: if nobody knows, nobody is told that it is up to date.
    boolean fresh(InstantSource clock) {
        return KindFreshness.of(cluster, kind, clock.instant()).state() == Freshness.State.FRESH;
    }

    private void news() {
        lanes.values().forEach(Lane::wake);
    }
}
