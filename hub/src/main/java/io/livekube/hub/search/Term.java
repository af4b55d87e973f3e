package io.livekube.hub.search;

/// One thing that an object must have, or must not have.
public record Term(Field field, TextPattern pattern, boolean excluded) {
    boolean looksAt(Field what) {
        return field == what || field == Field.ANY;
    }

    @Override
    public String toString() {
        return (excluded ? "-" : "") + (field == Field.ANY ? "" : field + ":") + pattern;
    }
}
