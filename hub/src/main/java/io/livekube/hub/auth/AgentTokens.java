package io.livekube.hub.auth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tokens of agents, each valid for one cluster.
///
/// A cluster may have several tokens, so that they can be rotated without downtime.
public final class AgentTokens {
    /// Result of checking a token against a cluster.
    public enum Verdict {
        /// The token grants access to the cluster.
        GRANTED,
        /// The token is unknown.
        UNKNOWN,
        /// The token belongs to another cluster.
        OTHER_CLUSTER
    }

    private final Map<String, List<TokenHash>> byCluster;

    private AgentTokens(Map<String, List<TokenHash>> byCluster) {
        this.byCluster = byCluster;
    }

    /// Parses `cluster token` lines.
    ///
    /// @param clusters maximum number of clusters
    /// @throws TokenFileException if the text is invalid; the message names the line, never the token
    public static AgentTokens parse(String text, int clusters) throws TokenFileException {
        var byCluster = new LinkedHashMap<String, List<TokenHash>>();
        for (TokenLines.Line line : TokenLines.parse(text, 2, "a cluster name and its token")) {
            String cluster = line.first();
            if (!ClusterName.isValid(cluster)) {
                throw new TokenFileException(
                        "line %d: a cluster name must have 1 to 63 letters, digits, '-', '_' or '.'"
                                .formatted(line.number()));
            }
            if (byCluster.values().stream().flatMap(List::stream).anyMatch(line.token()::matches)) {
                throw new TokenFileException("line %d: the token of cluster %s is a duplicate; tokens must be unique"
                        .formatted(line.number(), cluster));
            }
            byCluster.computeIfAbsent(cluster, _ -> new ArrayList<>()).add(line.token());
        }
        if (byCluster.size() > clusters) {
            throw new TokenFileException(
                    "found %,d clusters, but the limit is %,d".formatted(byCluster.size(), clusters));
        }
        return new AgentTokens(byCluster);
    }

    public Set<String> clusters() {
        return Set.copyOf(byCluster.keySet());
    }

    public Verdict check(String cluster, String token) {
        TokenHash hash = TokenHash.of(token);
        if (byCluster.getOrDefault(cluster, List.of()).stream().anyMatch(hash::matches)) {
            return Verdict.GRANTED;
        }
        return isKnown(hash) ? Verdict.OTHER_CLUSTER : Verdict.UNKNOWN;
    }

    /// Whether the token belongs to any agent.
    public boolean isKnown(String token) {
        return isKnown(TokenHash.of(token));
    }

    private boolean isKnown(TokenHash hash) {
        return byCluster.values().stream().flatMap(List::stream).anyMatch(hash::matches);
    }
}
