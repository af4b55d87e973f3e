package io.livekube.cli.hubclient;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.SpellingSuggestion;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Selects clusters of a hub by name or glob.
public final class ClusterSelection {
    private ClusterSelection() {}

    /// Maximum number of clusters that a message lists.
    private static final int MAX_LISTED = 8;

    /// All clusters of a hub.
    public static List<String> all(HubClient client) {
        JsonNode clusters = client.get("/api/v1/clusters").path("clusters");
        if (!clusters.isArray()) {
            throw new CommandFailure("%s is not a Livekube hub: check --hub or LIVEKUBE_HUB".formatted(client.hub()));
        }
        return clusters.valueStream().map(one -> one.path("id").asText()).toList();
    }

    /// Clusters that match one of the names or globs, or all clusters if there are none.
    ///
    /// @throws CommandFailure if a name or glob matches nothing
    public static List<String> existing(HubClient client, List<String> wanted) {
        List<String> all = all(client);
        check(client, wanted, all);
        return all.stream()
                .filter(id -> wanted.isEmpty()
                        || wanted.stream().anyMatch(one -> matching(one).test(id)))
                .toList();
    }

    /// Checks that every name or glob matches a cluster.
    ///
    /// @throws CommandFailure if one matches nothing, with a suggestion
    public static void check(HubClient client, List<String> wanted) {
        if (!wanted.isEmpty()) {
            check(client, wanted, all(client));
        }
    }

    private static void check(HubClient client, List<String> wanted, List<String> all) {
        for (String one : wanted) {
            if (all.stream().noneMatch(matching(one))) {
                throw new CommandFailure(
                        "the hub at %2$s has no cluster %1$s%3$s".formatted(one, client.hub(), instead(one, all)));
            }
        }
    }

    private static String instead(String typed, List<String> all) {
        return SpellingSuggestion.to(typed, all)
                .map("; did you mean '%s'?"::formatted)
                .orElse(all.isEmpty() ? "" : "; it has " + names(all));
    }

    /// Comma-separated names, shortened, as a hub may have thousands of clusters.
    public static String names(List<String> clusters) {
        String first = clusters.stream().limit(MAX_LISTED).collect(Collectors.joining(", "));
        return clusters.size() <= MAX_LISTED ? first : "%s and %d more".formatted(first, clusters.size() - MAX_LISTED);
    }

    private static Predicate<String> matching(String glob) {
        String pattern = Stream.of(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(pattern).asMatchPredicate();
    }
}
