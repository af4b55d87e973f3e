package io.livekube.agent.follow;

import io.livekube.agent.sync.KindView;
import io.livekube.core.model.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// State of all followed kinds when the uplink last looked.
///
/// @param dead kinds whose reflector ended by a defect: their state no longer changes
/// @param changes how many changes of objects were seen so far
/// @param at when that was; empty before the first look
public record FollowStatus(List<KindView> kinds, List<Resource> dead, long changes, Optional<Instant> at) {
    public static final FollowStatus NOTHING = new FollowStatus(List.of(), List.of(), 0, Optional.empty());

    public FollowStatus {
        kinds = List.copyOf(kinds);
        dead = List.copyOf(dead);
    }
}
