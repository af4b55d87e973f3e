package io.livekube.hub.search;

import java.util.List;
import java.util.Set;

/// What a search has found.
///
/// @param hits the best, the best first
/// @param total how many there are
/// @param unfinished clusters of which not everything could be looked at yet
public record SearchResult(List<Hit> hits, long total, Set<String> unfinished) {
    public SearchResult {
        hits = List.copyOf(hits);
        unfinished = Set.copyOf(unfinished);
    }

    /// Whether the total is that of everything the hub holds.
    public boolean exact() {
        return unfinished.isEmpty();
    }
}
