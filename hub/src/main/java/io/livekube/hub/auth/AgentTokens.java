package io.livekube.hub.auth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which token may write which cluster.
///
/// A cluster may have several, so that one can take another's place without a gap; a token belongs to
/// one cluster.
public final class AgentTokens {
    /// What a token is worth at a cluster.
    public enum Verdict {
        /// It may write the cluster.
        GRANTED,
        /// No such token.
        UNKNOWN,
        /// It is another cluster's.
        OTHER_CLUSTER
    }

    private final Map<String, List<TokenHash>> byCluster;

    private AgentTokens(Map<String, List<TokenHash>> byCluster) {
        this.byCluster = byCluster;
    }

    /// Reads `cluster token` lines.
    ///
    /// @param clusters how many clusters there may be
    /// @throws TokenFileException that names the line, never the token
    public static AgentTokens parse(String text, int clusters) throws TokenFileException {
        var byCluster = new LinkedHashMap<String, List<TokenHash>>();
        for (TokenLines.Line line : TokenLines.of(text)) {
            if (line.words().size() != 2) {
                throw new TokenFileException("line %d: expected a cluster's name and its token, found %d words"
                        .formatted(line.number(), line.words().size()));
            }
            String cluster = line.words().getFirst();
            if (!ClusterName.isValid(cluster)) {
                throw new TokenFileException("line %d: a cluster's name has 1 to 63 letters, digits, '-', '_' or '.'"
                        .formatted(line.number()));
            }
            TokenHash hash = hash(line);
            if (byCluster.values().stream().flatMap(List::stream).anyMatch(hash::matches)) {
                throw new TokenFileException(
                        "line %d: the token of cluster %s is there already, and every cluster needs its own"
                                .formatted(line.number(), cluster));
            }
            byCluster.computeIfAbsent(cluster, _ -> new ArrayList<>()).add(hash);
        }
        if (byCluster.isEmpty()) {
            throw new TokenFileException("there is no token in it: each line has a cluster's name and its token");
        }
        if (byCluster.size() > clusters) {
            throw new TokenFileException(
                    "it names %,d clusters, and this hub takes %,d".formatted(byCluster.size(), clusters));
        }
        return new AgentTokens(byCluster);
    }

    private static TokenHash hash(TokenLines.Line line) throws TokenFileException {
        try {
            return TokenHash.parse(line.words().getLast());
        } catch (IllegalArgumentException e) {
            throw new TokenFileException("line %d: %s".formatted(line.number(), e.getMessage()));
        }
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

    /// Whether it is the token of any agent.
    public boolean isKnown(String token) {
        return isKnown(TokenHash.of(token));
    }

    private boolean isKnown(TokenHash hash) {
        return byCluster.values().stream().flatMap(List::stream).anyMatch(hash::matches);
    }
}
