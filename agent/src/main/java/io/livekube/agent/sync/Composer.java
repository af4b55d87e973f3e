package io.livekube.agent.sync;

import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Fills one batch: news of kinds first, then changes of state, then events, then snapshots with the room
/// that is left.
final class Composer {
    /// What snapshots are given even if changes would fill the batch: one part in so many.
    private static final int LEAST_SHARE = 4;

    /// What somebody waits for, then what is soonest done.
    private static final Comparator<Source> SNAPSHOT_ORDER =
            Comparator.comparing((Source source) -> !source.urgent()).thenComparingInt(Source::objects);

    private final Map<Resource, KindFeed> feeds;
    private final Map<Resource, Part.Status> told;
    private final Instant now;
    private final boolean heartbeat;
    private final List<Part> parts = new ArrayList<>();
    private final Map<Resource, KindFeed> next = new LinkedHashMap<>();
    private final Map<Resource, Snapshot> held = new LinkedHashMap<>();
    private final Map<Resource, Part.Status> statuses = new LinkedHashMap<>();

    /// @param feeds how far the hub is with each kind
    /// @param told what the hub knows of each kind in this session
    /// @param heartbeat whether to speak of every kind, changed or not
    Composer(Map<Resource, KindFeed> feeds, Map<Resource, Part.Status> told, Instant now, boolean heartbeat) {
        this.feeds = feeds;
        this.told = told;
        this.now = now;
        this.heartbeat = heartbeat;
    }

    /// The batch; empty if there is nothing to say.
    Optional<Flight> compose(
            List<Source> sources, SessionId session, long sequence, Part.Hello hello, BatchSize size, EventLane lane) {
        sayWhatIsGone(sources);
        sources.forEach(this::introduce);
        sources.forEach(this::check);
        boolean resending = feeds.values().stream().anyMatch(KindFeed.Resending.class::isInstance);
        int forSnapshots = resending ? size.bytes() / LEAST_SHARE : 0;
        Room room = new Room(size.bytes() - forSnapshots, size.objects());
        for (Source source : sources) {
            if (!EventLane.carries(source.resource())) {
                delta(source, (sent, present) -> NextDelta.of(source, sent, present, room));
            }
        }
        for (Source source : sources) {
            if (EventLane.carries(source.resource())) {
                delta(source, (sent, present) -> NextDelta.ofEvents(source, sent, present, room, lane));
            }
        }
        Room rest = room.rest(forSnapshots);
        sources.stream().sorted(SNAPSHOT_ORDER).forEach(source -> resend(source, rest));
        if (sequence == 1) {
            parts.addFirst(hello);
        } else if (parts.isEmpty() && !heartbeat) {
            return Optional.empty();
        }
        return Optional.of(new Flight(new Batch(session, sequence, parts), next, held, statuses, heartbeat));
    }

    private void sayWhatIsGone(List<Source> sources) {
        Set<Resource> gone = new LinkedHashSet<>(told.keySet());
        sources.forEach(source -> gone.remove(source.resource()));
        gone.forEach(resource -> parts.add(new Part.Gone(resource)));
    }

    /// Names a kind once a session, and says how it is whenever that has changed.
    private void introduce(Source source) {
        Part.Status known = told.get(source.resource());
        if (known == null) {
            parts.add(source.kind());
        }
        boolean changed = known == null
                || known.state() != source.state()
                || !known.cause().equals(source.cause())
                || (source.snapshot().isEmpty() && heartbeat);
        if (changed) {
            Part.Status status = source.status();
            parts.add(status);
            statuses.put(source.resource(), status);
        }
    }

    private void check(Source source) {
        if (source.snapshot().isEmpty()) {
            return;
        }
        Snapshot present = source.snapshot().get();
        Resource resource = source.resource();
        switch (feeds.getOrDefault(resource, new KindFeed.Unknown(now))) {
            case KindFeed.Unknown(Instant since) -> {
                if (!now.isBefore(since)) {
                    say(resource, check(resource, present), new KindFeed.Live(present));
                }
            }
            case KindFeed.Comparing() -> {
                List<Long> sums = new ArrayList<>();
                for (long sum : present.digest().buckets()) {
                    sums.add(sum);
                }
                Part buckets = new Part.Buckets(resource, present.resourceVersion(), sums);
                say(resource, buckets, new KindFeed.Live(present));
            }
            case KindFeed.Live(Snapshot sent) -> {
                if (heartbeat) {
                    Snapshot reached = sent.sameObjects(present) ? present : sent;
                    say(resource, check(resource, reached), new KindFeed.Live(reached));
                }
            }
            case KindFeed.Resending _, KindFeed.Stopped _ -> {}
        }
    }

    private static Part.Check check(Resource resource, Snapshot snapshot) {
        return new Part.Check(
                resource,
                snapshot.resourceVersion(),
                snapshot.size(),
                snapshot.digest().total());
    }

    private void say(Resource resource, Part part, KindFeed feed) {
        parts.add(part);
        next.put(resource, feed);
    }

    private interface Difference {
        NextDelta between(Snapshot sent, Snapshot present);
    }

    private void delta(Source source, Difference difference) {
        if (!(feeds.get(source.resource()) instanceof KindFeed.Live(Snapshot sent))
                || source.snapshot().isEmpty()) {
            return;
        }
        Snapshot present = source.snapshot().get();
        if (sent.sameObjects(present)) {
            return;
        }
        NextDelta delta = difference.between(sent, present);
        if (!delta.part().edits().isEmpty()) {
            held.put(source.resource(), sent);
            say(source.resource(), delta.part(), new KindFeed.Live(delta.sent()));
        }
    }

    private void resend(Source source, Room room) {
        if (feeds.get(source.resource()) instanceof KindFeed.Resending resending) {
            NextChunk chunk = NextChunk.of(source.resource(), resending, room);
            parts.addAll(chunk.parts());
            next.put(source.resource(), chunk.feed());
        }
    }
}
