package io.livekube.hub.control;

import io.livekube.core.model.Resource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What an agent should be doing.
///
/// @param revision rises with every change; of two wishes the higher counts
/// @param kinds what to follow; empty for everything
/// @param first what somebody waits for, the most urgent first
public record DesiredSync(long revision, boolean on, Optional<Set<Resource>> kinds, List<Resource> first) {
    public DesiredSync {
        kinds = kinds.map(Set::copyOf);
        first = List.copyOf(first);
    }
}
