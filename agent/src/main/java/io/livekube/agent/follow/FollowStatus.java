package io.livekube.agent.follow;

import io.livekube.agent.sync.KindView;
import io.livekube.core.model.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// State of all followed kinds when the uplink last checked for changes.
///
/// @param dead kinds whose reflector stopped because of a bug: their state is no longer updated
/// @param changes number of object changes seen so far
/// @param at time of that check; empty before the first one
public record FollowStatus(List<KindView> kinds, List<Resource> dead, long changes, Optional<Instant> at) {
    public static final FollowStatus NOTHING = new FollowStatus(List.of(), List.of(), 0, Optional.empty());

    public FollowStatus {
        kinds = List.copyOf(kinds);
        dead = List.copyOf(dead);
    }
}
