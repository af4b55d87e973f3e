package io.livekube.core.model;

import org.jspecify.annotations.Nullable;

/// Strings seen lately, so that objects share their namespace's name.
///
/// A string has one place, and the latest one takes it, so nothing is kept for long that is not repeated.
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
