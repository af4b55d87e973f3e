package io.livekube.hub.http;

import io.livekube.hub.auth.AgentTokens;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Supplier;

/// Lets an agent in by the head of its request alone: each cluster's with that cluster's token.
final class AgentAccess {
    private final Supplier<AgentTokens> tokens;
    private final RefusedSenders refused;

    AgentAccess(Supplier<AgentTokens> tokens, RefusedSenders refused) {
        this.tokens = tokens;
        this.refused = refused;
    }

    /// @param what is sent or asked for, for the log
    /// @throws HttpProblem if the sender may not
    void require(HttpServerRequest request, String cluster, String what) {
        try {
            authenticate(request, cluster);
        } catch (HttpProblem problem) {
            refused.note(what, cluster, String.valueOf(request.remoteAddress().hostAddress()), problem);
            throw problem;
        }
    }

    private void authenticate(HttpServerRequest request, String cluster) {
        String token = Bearer.of(request)
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
