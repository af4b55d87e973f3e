package io.livekube.core.model;

import org.jspecify.annotations.Nullable;

/// Cache of recent strings, so that objects share the name of their namespace.
///
/// Each string has one place, which the latest one takes, so only repeated strings stay.
final class SharedStrings {
    private static final int PLACES = 1 << 8;

    private final @Nullable String[] places = new @Nullable String[PLACES];

    String share(String text) {
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 16) & (PLACES - 1);
        String known = places[place];
        if (known != null && known.equals(text)) {
            return known;
        }
        places[place] = text;
        return text;
    }
}
