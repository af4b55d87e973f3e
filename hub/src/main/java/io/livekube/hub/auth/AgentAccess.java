package io.livekube.hub.auth;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.time.InstantSource;
import java.util.function.Supplier;

/// Lets an agent in by the head of its request alone: each cluster's with that cluster's token.
public final class AgentAccess {
    private final Supplier<AgentTokens> tokens;
    private final RejectedAgentLog refused;

    public AgentAccess(Supplier<AgentTokens> tokens, InstantSource clock) {
        this.tokens = tokens;
        this.refused = new RejectedAgentLog(clock);
    }

    /// Checks the token of a request.
    ///
    /// @param what is sent or asked for, for the log
    /// @throws HttpProblem if the sender may not
    public void require(HttpExchange request, String cluster, String what) {
        try {
            authenticate(request, cluster);
        } catch (HttpProblem problem) {
            refused.note(what, cluster, request.address(), problem);
            throw problem;
        }
    }

    private void authenticate(HttpExchange request, String cluster) {
        String token = request.bearerToken()
                .orElseThrow(() -> HttpProblem.of(
                        401, "There is no token: send 'Authorization: Bearer …' with the cluster's token."));
        switch (tokens.get().check(cluster, token)) {
            case GRANTED -> {}
            case UNKNOWN -> throw HttpProblem.of(401, "The hub does not know this token.");
            case OTHER_CLUSTER ->
                throw HttpProblem.of(403, "This token is another cluster's: it can't write to this one.");
        }
    }
}
