package io.livekube.hub.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/// The bearer token of a request.
final class Bearer {
    private static final String SCHEME = "Bearer ";

    private Bearer() {}

    static Optional<String> of(HttpServerRequest request) {
        return Optional.ofNullable(request.getHeader("Authorization"))
                .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                .map(value -> value.substring(SCHEME.length()).strip())
                .filter(token -> !token.isEmpty());
    }
}
