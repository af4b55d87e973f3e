package io.livekube.core.access;

import java.util.List;
import java.util.Map;

/// Credentials for an API server, as headers and TLS identity.
public interface Credentials {
    /// No credentials: for a local proxy, or a simulator.
    Credentials NONE = Map::of;

    /// Headers for every request, each with its values.
    Map<String, List<String>> headers();

    /// Increases when the client certificate is replaced. Connections opened with an earlier edition are
    /// not reused.
    default int edition() {
        return 0;
    }

    /// Fetches new credentials after the server has rejected these.
    default void refresh() {}

    /// A fixed token.
    ///
    /// @throws IllegalArgumentException if it can't be sent, such as one with a line break
    static Credentials bearer(String token) {
        if (!ResolvedCredentials.isToken(token)) {
            throw new IllegalArgumentException(
                    "a token must not be empty or contain blanks, line breaks or other unprintable characters:"
                            + " strip it if it was read from a file");
        }
        Map<String, List<String>> headers = Map.of("Authorization", List.of("Bearer " + token));
        return () -> headers;
    }
}
