package io.livekube.hub.control;

import io.livekube.core.model.Resource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Desired state of an agent's sync.
///
/// @param revision increases with every change
/// @param kinds kinds to follow; empty for all
/// @param first kinds that readers are waiting for, the most urgent first
public record DesiredSync(long revision, boolean on, Optional<Set<Resource>> kinds, List<Resource> first) {
    public DesiredSync {
        kinds = kinds.map(Set::copyOf);
        first = List.copyOf(first);
    }
}
