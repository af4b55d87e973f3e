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

/// When each kind was last known to be equal to the agent's.
///
/// A batch that is taken confirms the kinds it proves by a digest. From then on every later batch of the
/// session confirms them too, whatever it speaks of, since it would have told a change. That ends when the
/// hub asks something about the kind, since the agent tells no changes of it until that is done, and when a
/// batch did not lead where it should. A new session confirms nothing by itself: until its checks are done,
/// what is held is as old as the last session's last batch.
///
/// A kind that the agent itself can't follow is equal to the agent's, but not to the API server's: it grows
/// old until the agent says that it follows it again.
///
/// Written by one thread at a time, read by any.
final class VerificationTimes {
    /// @param session whose later batches confirm it, too; empty if none do
    private record Confirmed(Optional<SessionId> session, Instant at) {
        boolean goesOnWith(SessionId other) {
            return session.isPresent() && session.get().equals(other);
        }
    }

    private record Heard(SessionId session, Instant at) {}

    private final Map<Resource, Confirmed> kinds = new ConcurrentHashMap<>();
    private final Set<Resource> unfollowed = ConcurrentHashMap.newKeySet();
    private volatile Optional<Heard> last = Optional.empty();

    Optional<Instant> of(Resource resource) {
        Confirmed confirmed = kinds.get(resource);
        Optional<Heard> heard = last;
        if (confirmed == null || heard.isEmpty()) {
            return Optional.empty();
        }
        boolean goesOn = confirmed.goesOnWith(heard.get().session()) && !unfollowed.contains(resource);
        return Optional.of(goesOn ? heard.get().at() : confirmed.at());
    }

    void taken(Batch batch, Answer.Acknowledged answer, Instant now) {
        if (last.isPresent() && !last.get().session().equals(batch.session())) {
            allDoubted(); // they are as old as the last session's last batch
        }
        doubted(answer.asks().stream().map(Ask::resource).collect(Collectors.toSet()));
        statuses(batch);
        last = Optional.of(new Heard(batch.session(), now));
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
            kinds.put(resource, new Confirmed(Optional.of(batch.session()), at));
        }
    }

    /// Before the batch counts as heard: what is followed no longer was so until the one before it.
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
                                resource, (_, confirmed) -> new Confirmed(confirmed.session(), at)));
                unfollowed.add(resource);
            }
        }
    }

    /// These are not known to be equal any more: they stay as old as they are until they are proved again.
    void doubted(Set<Resource> resources) {
        last.ifPresent(heard -> resources.forEach(resource -> kinds.computeIfPresent(
                resource,
                (_, confirmed) -> confirmed.goesOnWith(heard.session())
                        ? new Confirmed(Optional.empty(), unfollowed.contains(resource) ? confirmed.at() : heard.at())
                        : confirmed)));
    }

    /// Nothing is held any more.
    void forget() {
        kinds.clear();
        unfollowed.clear();
    }

    /// Nobody knows which are not equal any more: it might be any.
    void allDoubted() {
        doubted(Set.copyOf(kinds.keySet()));
    }
}
