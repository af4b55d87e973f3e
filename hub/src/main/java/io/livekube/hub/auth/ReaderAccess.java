package io.livekube.hub.auth;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.util.Optional;
import java.util.function.Supplier;

/// Authenticates readers by token. If no reader tokens are configured, anyone may read, except with an agent's
/// token.
public final class ReaderAccess {
    private final Supplier<AgentTokens> agents;
    private final Optional<Supplier<ReaderTokens>> readers;

    /// @param readers reader tokens; empty if anyone may read
    public ReaderAccess(Supplier<AgentTokens> agents, Optional<Supplier<ReaderTokens>> readers) {
        this.agents = agents;
        this.readers = readers;
    }

    /// Checks the token of a request.
    ///
    /// @throws HttpProblem 401 or 403 if the request may not read
    public void require(HttpExchange request) {
        Optional<String> token = request.bearerToken();
        if (token.isPresent() && agents.get().isKnown(token.get())) {
            throw HttpProblem.of(403, "Agent tokens can't read; use a reader token.");
        }
        if (readers.isEmpty()) {
            return;
        }
        if (token.isEmpty()) {
            throw HttpProblem.of(401, "Missing token: send 'Authorization: Bearer …' with a reader token.");
        }
        if (!readers.get().get().isKnown(token.get())) {
            throw HttpProblem.of(401, "Unknown token.");
        }
    }

    /// Name of the reader in logs and for per-reader limits: a hash of the token or, where anyone may read and
    /// could invent tokens, the client's address.
    public String nameOf(HttpExchange request) {
        return request.bearerToken()
                .filter(_ -> readers.isPresent())
                .map(known -> "with token " + TokenHash.of(known).shortName())
                .orElseGet(request::from);
    }
}
