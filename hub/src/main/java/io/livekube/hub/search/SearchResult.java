package io.livekube.hub.search;

import java.util.List;
import java.util.Set;

/// Result of a search.
///
/// @param hits the best hits, in order
/// @param total number of matching objects
/// @param unfinished clusters that are not fully indexed yet
public record SearchResult(List<Hit> hits, long total, Set<String> unfinished) {
    public SearchResult {
        hits = List.copyOf(hits);
        unfinished = Set.copyOf(unfinished);
    }

    /// Whether the total covers everything the hub holds.
    public boolean exact() {
        return unfinished.isEmpty();
    }
}
