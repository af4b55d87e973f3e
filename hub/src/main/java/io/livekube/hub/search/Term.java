package io.livekube.hub.search;

/// One condition of a query on an object.
public record Term(SearchField field, TextPattern pattern, boolean excluded) {
    boolean searches(SearchField what) {
        return field == what || field == SearchField.ANY;
    }

    @Override
    public String toString() {
        return (excluded ? "-" : "") + (field == SearchField.ANY ? "" : field + ":") + pattern;
    }
}
