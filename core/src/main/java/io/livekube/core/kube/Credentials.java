package io.livekube.core.kube;

import java.util.Map;

/// Proves to an API server who we are.
public interface Credentials {
    /// Nothing to prove: a local proxy, or a simulator.
    Credentials NONE = Map::of;

    /// The headers that go with every request.
    Map<String, String> headers();

    /// Counts up when connections that are open no longer prove who we are, since the certificate they were opened with
    /// was replaced: none of them is used for another request.
    default int edition() {
        return 0;
    }

    /// The server did not accept them: fetch new ones, by whatever means there are.
    default void refresh() {}

    static Credentials bearer(String token) {
        return () -> Map.of("Authorization", "Bearer " + token);
    }
}
