package io.livekube.hub.cluster;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
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
/// Written by one thread at a time, read by any.
final class Confirmations {
    /// @param session whose later batches confirm it, too; empty if none do
    private record Confirmed(Optional<SessionId> session, Instant at) {
        boolean goesOnWith(SessionId other) {
            return session.isPresent() && session.get().equals(other);
        }
    }

    private record Heard(SessionId session, Instant at) {}

    private final Map<Resource, Confirmed> kinds = new ConcurrentHashMap<>();
    private volatile Optional<Heard> last = Optional.empty();

    Optional<Instant> of(Resource resource) {
        Confirmed confirmed = kinds.get(resource);
        Optional<Heard> heard = last;
        if (confirmed == null || heard.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                confirmed.goesOnWith(heard.get().session()) ? heard.get().at() : confirmed.at());
    }

    void taken(Batch batch, Answer.Acknowledged answer, Instant now) {
        if (last.isPresent() && !last.get().session().equals(batch.session())) {
            allDoubted(); // they are as old as the last session's last batch
        }
        doubted(answer.asks().stream().map(Ask::resource).collect(Collectors.toSet()));
        last = Optional.of(new Heard(batch.session(), now));
        Set<Resource> proved = new HashSet<>();
        for (Part part : batch.parts()) {
            switch (part) {
                case Part.Check check -> proved.add(check.resource());
                case Part.Buckets buckets -> proved.add(buckets.resource());
                case Part.Delta delta -> proved.add(delta.resource());
                case Part.End end -> proved.add(end.resource());
                case Part.Gone gone -> kinds.remove(gone.resource());
                case Part.Hello _, Part.Kind _, Part.Status _, Part.Begin _, Part.Chunk _ -> {}
            }
        }
        for (Ask ask : answer.asks()) {
            proved.remove(ask.resource());
        }
        proved.forEach(resource -> kinds.put(resource, new Confirmed(Optional.of(batch.session()), now)));
    }

    /// These are not known to be equal any more: they stay as old as they are until they are proved again.
    void doubted(Set<Resource> resources) {
        last.ifPresent(heard -> resources.forEach(resource -> kinds.computeIfPresent(
                resource,
                (_, confirmed) -> confirmed.goesOnWith(heard.session())
                        ? new Confirmed(Optional.empty(), heard.at())
                        : confirmed)));
    }

    /// Nobody knows which are not equal any more: it might be any.
    void allDoubted() {
        doubted(Set.copyOf(kinds.keySet()));
    }
}
