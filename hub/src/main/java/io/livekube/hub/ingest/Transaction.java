package io.livekube.hub.ingest;

import io.livekube.core.model.Resource;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Ask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Effect of one batch, prepared before any of it is published.
final class Transaction {
    private final Map<Resource, KindStep> steps = new LinkedHashMap<>();
    private final Set<Resource> gone = new LinkedHashSet<>();
    private final List<Ask> asks = new ArrayList<>();

    /// The step of a kind that the batch mentions.
    ///
    /// @param before the kind's state before the batch
    KindStep step(KindMirror mirror, KindSync before) {
        return steps.computeIfAbsent(mirror.resource(), _ -> new KindStep(mirror, before));
    }

    void gone(Resource resource) {
        steps.remove(resource);
        gone.add(resource);
    }

    void ask(Ask ask) {
        asks.add(ask);
    }

    Map<Resource, KindStep> steps() {
        return steps;
    }

    /// The kinds that would not result in the digests that the batch declares.
    Set<Resource> mismatches() {
        return steps.values().stream()
                .filter(KindStep::mismatch)
                .map(step -> step.mirror().resource())
                .collect(Collectors.toSet());
    }

    Set<Resource> gone() {
        return gone;
    }

    /// Requests for the agent, in the order of the batch's parts.
    List<Ask> asks() {
        return asks;
    }
}
