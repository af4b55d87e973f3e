package io.livekube.hub.search;

import java.util.List;
import java.util.stream.Collectors;

/// A parsed query: an object matches if it satisfies all terms.
public record Query(List<Term> terms) {
    static final int MOST_TERMS = 16;

    public Query {
        terms = List.copyOf(terms);
        if (terms.size() > MOST_TERMS) {
            throw new IllegalArgumentException(
                    "at most %d terms are allowed, got %d".formatted(MOST_TERMS, terms.size()));
        }
    }

    /// Whether the query allows a cluster.
    public boolean allowsCluster(String id) {
        return all(SearchField.CLUSTER, List.of(id));
    }

    /// Whether the query allows a kind, by any of its names.
    boolean allowsKind(List<String> names) {
        return all(SearchField.KIND, names);
    }

    private boolean all(SearchField field, List<String> names) {
        for (Term term : terms) {
            if (term.field() == field && names.stream().anyMatch(term.pattern()::matches) == term.excluded()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return terms.stream().map(Term::toString).collect(Collectors.joining(" "));
    }
}
