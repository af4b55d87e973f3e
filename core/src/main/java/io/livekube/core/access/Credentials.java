package io.livekube.core.access;

import java.util.List;
import java.util.Map;

/// Proves to an API server who we are.
public interface Credentials {
    /// Nothing to prove: a local proxy, or a simulator.
    Credentials NONE = Map::of;

    /// The headers that go with every request, one line for each value.
    Map<String, List<String>> headers();

    /// Counts up when connections that are open no longer prove who we are, since the certificate they were opened with
    /// was replaced: none of them is used for another request.
    default int edition() {
        return 0;
    }

    /// The server did not accept them: fetch new ones, by whatever means there are.
    default void refresh() {}

    /// A token that stays as it is.
    ///
    /// @throws IllegalArgumentException if it can't be sent, as one with a line's end can't
    static Credentials bearer(String token) {
        if (!ResolvedCredentials.isToken(token)) {
            throw new IllegalArgumentException(
                    "a token is not empty and has no line's end, blank or other character that can't be seen:"
                            + " strip it if it was read from a file");
        }
        Map<String, List<String>> headers = Map.of("Authorization", List.of("Bearer " + token));
        return () -> headers;
    }
}
