package io.livekube.hub.auth;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.util.Optional;
import java.util.function.Supplier;

/// Who may read the mirror: whoever has a reader's token or, where the hub was told so, anyone. Agents
/// may not.
public final class ReaderAccess {
    private final Supplier<AgentTokens> agents;
    private final Optional<Supplier<ReaderTokens>> readers;

    /// Decides by the tokens of the moment.
    ///
    /// @param readers empty if anyone may read
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
            throw HttpProblem.of(403, "This is an agent's token: it writes its cluster and reads nothing.");
        }
        if (readers.isEmpty()) {
            return;
        }
        if (token.isEmpty()) {
            throw HttpProblem.of(401, "There is no token: send 'Authorization: Bearer …' with a reader's token.");
        }
        if (!readers.get().get().isKnown(token.get())) {
            throw HttpProblem.of(401, "The hub does not know this token.");
        }
    }

    /// Name of the reader in logs and for limits per reader: a hash of the token or, where anyone may read and tokens
    /// cost nothing, the client's address.
    public String nameOf(HttpExchange request) {
        return request.bearerToken()
                .filter(_ -> readers.isPresent())
                .map(known -> "with token " + TokenHash.of(known).shortName())
                .orElseGet(request::from);
    }
}
