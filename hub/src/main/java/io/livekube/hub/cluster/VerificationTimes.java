package io.livekube.hub.cluster;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Times at which each kind was last verified to equal the agent's state.
///
/// A batch verifies the kinds whose digests it proves. Every later batch of the session verifies them too,
/// since it would have carried their changes. This ends with a mismatch, or when the hub requests data of the
/// kind, because the agent sends no changes of the kind until the request is fulfilled. A new session verifies
/// nothing by itself: until its checks are complete, the state dates from the last batch of the previous
/// session.
///
/// A kind that the agent can't follow equals the agent's state, but not the API server's: it ages until the
/// agent reports that it follows the kind again.
///
/// Single writer, any number of readers.
final class VerificationTimes {
    /// @param session the session whose later batches also verify the kind; empty if none do
    private record Verified(Optional<SessionId> session, Instant at) {
        boolean continuesIn(SessionId other) {
            return session.isPresent() && session.get().equals(other);
        }
    }

    private record LastBatch(SessionId session, Instant at) {}

    private final Map<Resource, Verified> kinds = new ConcurrentHashMap<>();
    private final Set<Resource> unfollowed = ConcurrentHashMap.newKeySet();
    private volatile Optional<LastBatch> last = Optional.empty();

    Optional<Instant> of(Resource resource) {
        Verified verified = kinds.get(resource);
        Optional<LastBatch> latest = last;
        if (verified == null || latest.isEmpty()) {
            return Optional.empty();
        }
        boolean continues = verified.continuesIn(latest.get().session()) && !unfollowed.contains(resource);
        return Optional.of(continues ? latest.get().at() : verified.at());
    }

    void taken(Batch batch, Answer.Acknowledged answer, Instant now) {
        if (last.isPresent() && !last.get().session().equals(batch.session())) {
            invalidateAll(); // each dates from the previous session's last batch
        }
        invalidate(answer.asks().stream().map(Ask::resource).collect(Collectors.toSet()));
        statuses(batch);
        last = Optional.of(new LastBatch(batch.session(), now));
        Set<Resource> proved = new HashSet<>();
        for (Part part : batch.parts()) {
            switch (part) {
                case Part.Check check -> proved.add(check.resource());
                case Part.Buckets buckets -> proved.add(buckets.resource());
                case Part.Delta delta -> proved.add(delta.resource());
                case Part.End end -> proved.add(end.resource());
                case Part.Gone gone -> {
                    kinds.remove(gone.resource());
                    unfollowed.remove(gone.resource());
                }
                case Part.Hello _, Part.Kind _, Part.Status _, Part.Begin _, Part.Chunk _ -> {}
            }
        }
        for (Ask ask : answer.asks()) {
            proved.remove(ask.resource());
        }
        for (Resource resource : proved) {
            Instant at = unfollowed.contains(resource) ? of(resource).orElse(now) : now;
            kinds.put(resource, new Verified(Optional.of(batch.session()), at));
        }
    }

    /// Applied before the batch becomes the latest, since a kind that is no longer followed was followed until
    /// the previous batch.
    private void statuses(Batch batch) {
        for (Part part : batch.parts()) {
            if (!(part instanceof Part.Status status)) {
                continue;
            }
            Resource resource = status.resource();
            if (status.state() == KindState.SYNCED) {
                unfollowed.remove(resource);
            } else if (!unfollowed.contains(resource)) {
                of(resource)
                        .ifPresent(at -> kinds.computeIfPresent(
                                resource, (_, verified) -> new Verified(verified.session(), at)));
                unfollowed.add(resource);
            }
        }
    }

    /// Marks kinds as no longer verified: they age until they are verified again.
    void invalidate(Set<Resource> resources) {
        last.ifPresent(latest -> resources.forEach(resource -> kinds.computeIfPresent(
                resource,
                (_, verified) -> verified.continuesIn(latest.session())
                        ? new Verified(Optional.empty(), unfollowed.contains(resource) ? verified.at() : latest.at())
                        : verified)));
    }

    void clear() {
        kinds.clear();
        unfollowed.clear();
    }

    /// Marks all kinds as no longer verified.
    void invalidateAll() {
        invalidate(Set.copyOf(kinds.keySet()));
    }
}
