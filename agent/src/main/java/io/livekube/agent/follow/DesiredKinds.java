package io.livekube.agent.follow;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Kinds that the hub requests, out of all that an agent can follow.
///
/// @param kinds empty for all
/// @param first kinds that a reader waits for, most urgent first
public record DesiredKinds(Optional<Set<Resource>> kinds, List<Resource> first) {
    public static final DesiredKinds ALL = new DesiredKinds(Optional.empty(), List.of());

    public DesiredKinds {
        kinds = kinds.map(Set::copyOf);
        first = List.copyOf(first);
    }

    boolean includes(Part.Kind kind) {
        return kinds.isEmpty() || kinds.get().contains(kind.resource());
    }

    boolean urgent(Part.Kind kind) {
        return first.contains(kind.resource());
    }

    /// Sorts urgent kinds to the front and keeps the order of the others.
    List<Part.Kind> ordered(List<Part.Kind> all) {
        List<Part.Kind> ordered = new ArrayList<>(all);
        ordered.sort(Comparator.comparingInt(kind -> urgent(kind) ? first.indexOf(kind.resource()) : first.size()));
        return ordered;
    }
}
