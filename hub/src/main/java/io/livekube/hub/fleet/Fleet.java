package io.livekube.hub.fleet;

import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/// All clusters of the hub: those whose agents have connected, and those that are expected.
///
/// @param expected tokens of the clusters that may connect
public record Fleet(Clusters clusters, Supplier<AgentTokens> expected) {
    /// Names of all clusters, sorted.
    public List<String> ids() {
        var ids = new TreeSet<>(expected.get().clusters());
        clusters.all().forEach(cluster -> ids.add(cluster.id()));
        return List.copyOf(ids);
    }

    public Optional<Cluster> find(String id) {
        return clusters.find(id);
    }

    public boolean has(String id) {
        return clusters.find(id).isPresent() || hasToken(id);
    }

    /// Whether an agent may still connect under a name.
    public boolean hasToken(String id) {
        return expected.get().clusters().contains(id);
    }

    /// Names that match any of the patterns; without patterns, all names.
    public List<String> matching(Collection<String> patterns) {
        return ids().stream()
                .filter(id -> patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, id)))
                .toList();
    }

    /// Whether a name matches a pattern in which `*` stands for any characters.
    static boolean matches(String pattern, String id) {
        int from = 0; // where the last star may start to match again
        int star = -1;
        int p = 0;
        int i = 0;
        while (i < id.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                from = i;
            } else if (p < pattern.length() && pattern.charAt(p) == id.charAt(i)) {
                p++;
                i++;
            } else if (star >= 0) {
                p = star + 1;
                i = ++from;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
