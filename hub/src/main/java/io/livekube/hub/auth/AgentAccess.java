package io.livekube.hub.auth;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.time.InstantSource;
import java.util.function.Supplier;

/// Authenticates agents from the request headers: each cluster requires its own token.
public final class AgentAccess {
    private final Supplier<AgentTokens> tokens;
    private final RejectedAgentLog rejections;

    public AgentAccess(Supplier<AgentTokens> tokens, InstantSource clock) {
        this.tokens = tokens;
        this.rejections = new RejectedAgentLog(clock);
    }

    /// Checks the token of a request.
    ///
    /// @param what the request carries or asks for, for the log
    /// @throws HttpProblem 401 or 403 if the sender is not authorized
    public void require(HttpExchange request, String cluster, String what) {
        try {
            authenticate(request, cluster);
        } catch (HttpProblem problem) {
            rejections.log(what, cluster, request.address(), problem);
            throw problem;
        }
    }

    private void authenticate(HttpExchange request, String cluster) {
        String token = request.bearerToken()
                .orElseThrow(() ->
                        HttpProblem.of(401, "Missing token: send 'Authorization: Bearer …' with the cluster's token."));
        switch (tokens.get().check(cluster, token)) {
            case GRANTED -> {}
            case UNKNOWN -> throw HttpProblem.of(401, "Unknown token.");
            case OTHER_CLUSTER ->
                throw HttpProblem.of(403, "This token belongs to another cluster and can't write to this one.");
        }
    }
}
