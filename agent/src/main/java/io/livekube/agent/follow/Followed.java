package io.livekube.agent.follow;

import io.livekube.agent.sync.Source;
import io.livekube.core.model.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// All kinds as they were when they were last looked at.
///
/// @param dead those whose reflector ended by a defect: what is held of them no longer changes
/// @param changes how many changes of objects were seen so far
/// @param at when that was; empty before the first look
public record Followed(List<Source> sources, List<Resource> dead, long changes, Optional<Instant> at) {
    public static final Followed NOTHING = new Followed(List.of(), List.of(), 0, Optional.empty());

    public Followed {
        sources = List.copyOf(sources);
        dead = List.copyOf(dead);
    }
}
