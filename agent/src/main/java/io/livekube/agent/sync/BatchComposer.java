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

/// Fills one batch: kinds first, then deltas, then deltas of events, then snapshots in the remaining space.
final class BatchComposer {
    /// Reciprocal of the share of a batch that is reserved for snapshots.
    private static final int LEAST_SHARE = 4;

    /// Kinds that a reader waits for first, then smaller kinds first.
    private static final Comparator<KindView> SNAPSHOT_ORDER =
            Comparator.comparing((KindView kind) -> !kind.urgent()).thenComparingInt(KindView::objects);

    private final Map<Resource, KindFeed> feeds;
    private final Map<Resource, Part.Status> reported;
    private final Instant now;
    private final boolean heartbeat;
    private final List<Part> parts = new ArrayList<>();
    private final Map<Resource, KindFeed> next = new LinkedHashMap<>();
    private final Map<Resource, Snapshot> held = new LinkedHashMap<>();
    private final Map<Resource, Part.Status> statuses = new LinkedHashMap<>();

    /// @param feeds state of each kind in the session
    /// @param reported the last status of each kind that was sent in this session
    /// @param heartbeat whether to include every kind, changed or not
    BatchComposer(Map<Resource, KindFeed> feeds, Map<Resource, Part.Status> reported, Instant now, boolean heartbeat) {
        this.feeds = feeds;
        this.reported = reported;
        this.now = now;
        this.heartbeat = heartbeat;
    }

    /// The batch; empty if there is nothing to send.
    Optional<InFlightBatch> compose(
            List<KindView> kinds,
            SessionId session,
            long sequence,
            Part.Hello hello,
            BatchSize size,
            EventThrottle throttle) {
        addGone(kinds);
        kinds.forEach(this::introduce);
        kinds.forEach(this::check);
        boolean resending = feeds.values().stream().anyMatch(KindFeed.Resending.class::isInstance);
        int forSnapshots = resending ? size.bytes() / LEAST_SHARE : 0;
        BatchBudget budget = new BatchBudget(size.bytes() - forSnapshots, size.objects());
        for (KindView kind : kinds) {
            if (!EventThrottle.appliesTo(kind.resource())) {
                delta(kind, (sent, present) -> NextDelta.of(kind, sent, present, budget));
            }
        }
        for (KindView kind : kinds) {
            if (EventThrottle.appliesTo(kind.resource())) {
                delta(kind, (sent, present) -> NextDelta.ofEvents(kind, sent, present, budget, throttle));
            }
        }
        BatchBudget rest = budget.rest(forSnapshots);
        kinds.stream().sorted(SNAPSHOT_ORDER).forEach(kind -> resend(kind, rest));
        if (sequence == 1) {
            parts.addFirst(hello);
        } else if (parts.isEmpty() && !heartbeat) {
            return Optional.empty();
        }
        return Optional.of(new InFlightBatch(new Batch(session, sequence, parts), next, held, statuses, heartbeat));
    }

    private void addGone(List<KindView> kinds) {
        Set<Resource> gone = new LinkedHashSet<>(reported.keySet());
        kinds.forEach(kind -> gone.remove(kind.resource()));
        gone.forEach(resource -> parts.add(new Part.Gone(resource)));
    }

    /// Adds a kind once per session, and its status whenever that has changed.
    private void introduce(KindView kind) {
        Part.Status known = reported.get(kind.resource());
        if (known == null) {
            parts.add(kind.kind());
        }
        boolean changed = known == null
                || known.state() != kind.state()
                || !known.cause().equals(kind.cause())
                || (kind.snapshot().isEmpty() && heartbeat);
        if (changed) {
            Part.Status status = kind.status();
            parts.add(status);
            statuses.put(kind.resource(), status);
        }
    }

    private void check(KindView kind) {
        if (kind.snapshot().isEmpty()) {
            return;
        }
        Snapshot present = kind.snapshot().get();
        Resource resource = kind.resource();
        switch (feeds.getOrDefault(resource, new KindFeed.Unknown(now))) {
            case KindFeed.Unknown(Instant since) -> {
                if (!now.isBefore(since)) {
                    add(resource, check(resource, present), new KindFeed.Live(present));
                }
            }
            case KindFeed.Comparing() -> {
                List<Long> sums = new ArrayList<>();
                for (long sum : present.digest().buckets()) {
                    sums.add(sum);
                }
                Part buckets = new Part.Buckets(resource, present.resourceVersion(), sums);
                add(resource, buckets, new KindFeed.Live(present));
            }
            case KindFeed.Live(Snapshot sent) -> {
                if (heartbeat) {
                    Snapshot reached = sent.sameObjects(present) ? present : sent;
                    add(resource, check(resource, reached), new KindFeed.Live(reached));
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

    private void add(Resource resource, Part part, KindFeed feed) {
        parts.add(part);
        next.put(resource, feed);
    }

    private interface Difference {
        NextDelta between(Snapshot sent, Snapshot present);
    }

    private void delta(KindView kind, Difference difference) {
        if (!(feeds.get(kind.resource()) instanceof KindFeed.Live(Snapshot sent))
                || kind.snapshot().isEmpty()) {
            return;
        }
        Snapshot present = kind.snapshot().get();
        if (sent.sameObjects(present)) {
            return;
        }
        NextDelta delta = difference.between(sent, present);
        if (!delta.part().edits().isEmpty()) {
            held.put(kind.resource(), sent);
            add(kind.resource(), delta.part(), new KindFeed.Live(delta.sent()));
        }
    }

    private void resend(KindView kind, BatchBudget budget) {
        if (feeds.get(kind.resource()) instanceof KindFeed.Resending resending) {
            NextChunk chunk = NextChunk.of(kind.resource(), resending, budget);
            parts.addAll(chunk.parts());
            next.put(kind.resource(), chunk.feed());
        }
    }
}
